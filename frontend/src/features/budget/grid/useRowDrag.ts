/** Dragging of groups and categories by their names, with an insertion line (brief 6.3). */
import { type PointerEvent, useCallback } from 'react';
import { NAME_COLUMN } from '../model/columns';
import { type Drop, dropAt, OPEN_ON_HOVER_MS } from '../model/reorder';
import { type CategoryRow, type GroupRow, isItem } from '../model/rows';
import type { GridController } from './GridController';
import { rowOf } from './gridModel';
import styles from './rows.module.css';

/** Movement that makes a press a drag. */
const DRAG_START_PX = 5;
/** Near the edges the list scrolls by itself. */
const EDGE_PX = 36;
const SCROLL_STEP_PX = 9;

/** A pointer handler for the grid's root. */
export function useRowDrag(controller: GridController, rowHeight: number) {
  return useCallback(
    (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      const target = event.target instanceof Element ? event.target : null;
      const onName = target?.closest(`[data-col="${NAME_COLUMN}"]`);
      if (!onName || target?.closest('[data-action], input')) return;
      const rowId = target?.closest('[data-row-id]')?.getAttribute('data-row-id') ?? '';
      const row = rowOf(controller.model, rowId);
      if (isItem(row) && !controller.model.offline) {
        new RowDrag(controller, row, rowHeight, event.clientX, event.clientY).watch();
      }
    },
    [controller, rowHeight],
  );
}

class RowDrag {
  private readonly controller: GridController;
  private readonly row: GroupRow | CategoryRow;
  private readonly rowHeight: number;
  private readonly start: { x: number; y: number };
  private pointer: { x: number; y: number };
  private ghost: HTMLElement | null = null;
  private drop: Drop | null = null;
  private frame = 0;
  private hover: { rowId: string; timer: ReturnType<typeof setTimeout> } | null = null;
  private readonly stop = new AbortController();

  constructor(
    controller: GridController,
    row: GroupRow | CategoryRow,
    rowHeight: number,
    x: number,
    y: number,
  ) {
    this.controller = controller;
    this.row = row;
    this.rowHeight = rowHeight;
    this.start = { x, y };
    this.pointer = { x, y };
  }

  watch(): void {
    const { signal } = this.stop;
    window.addEventListener('pointermove', (event) => this.move(event), { signal });
    window.addEventListener('pointerup', () => this.finish(true), { signal });
    window.addEventListener('pointercancel', () => this.finish(false), { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !this.ghost) return;
        event.preventDefault();
        event.stopPropagation();
        this.finish(false);
      },
      { signal, capture: true },
    );
  }

  private move(event: globalThis.PointerEvent): void {
    this.pointer = { x: event.clientX, y: event.clientY };
    const { x, y } = this.start;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_START_PX) return;
      this.begin();
    }
    event.preventDefault();
    this.aim();
  }

  private begin(): void {
    this.ghost = document.createElement('div');
    this.ghost.className = styles.ghost ?? '';
    this.ghost.textContent = this.row.name;
    document.body.append(this.ghost);
    document.body.style.userSelect = 'none';
    document.body.style.cursor = 'grabbing';
    this.controller.store.setState({ dragging: { rowId: this.row.id, lineIndex: null } });
    this.scroll();
  }

  private aim(): void {
    const list = this.controller.list?.element;
    if (!list || !this.ghost) return;
    this.ghost.style.transform = `translate(${this.pointer.x + 12}px, ${this.pointer.y + 8}px)`;
    const top = list.getBoundingClientRect().top;
    const offset = (this.pointer.y - top + list.scrollTop) / this.rowHeight;
    const { rows, groups } = this.controller.model;
    this.drop = dropAt(this.row, offset, rows, groups);
    const lineIndex = this.drop?.lineIndex ?? null;
    const { dragging } = this.controller.store.getState();
    if (dragging?.lineIndex !== lineIndex) {
      this.controller.store.setState({ dragging: { rowId: this.row.id, lineIndex } });
    }
    this.hoverOver(rows[Math.floor(offset)]?.id ?? '');
  }

  /** A collapsed group opens when a category rests on it. */
  private hoverOver(rowId: string): void {
    if (this.hover?.rowId === rowId) return;
    if (this.hover) clearTimeout(this.hover.timer);
    const timer = setTimeout(() => {
      const row = rowOf(this.controller.model, rowId);
      if (this.row.kind !== 'category' || row?.kind !== 'group' || !row.collapsed) return;
      this.controller.collapse(row.id, false);
    }, OPEN_ON_HOVER_MS);
    this.hover = { rowId, timer };
  }

  /** Scrolls while the pointer rests near an edge. */
  private scroll(): void {
    this.frame = requestAnimationFrame(() => {
      const list = this.controller.list?.element;
      if (!list) return;
      const { top, bottom } = list.getBoundingClientRect();
      const step =
        this.pointer.y < top + EDGE_PX
          ? -SCROLL_STEP_PX
          : this.pointer.y > bottom - EDGE_PX
            ? SCROLL_STEP_PX
            : 0;
      if (step !== 0) {
        list.scrollTop += step;
        this.aim();
      }
      this.scroll();
    });
  }

  private finish(commit: boolean): void {
    this.stop.abort();
    cancelAnimationFrame(this.frame);
    if (this.hover) clearTimeout(this.hover.timer);
    if (!this.ghost) return;
    this.ghost.remove();
    document.body.style.userSelect = '';
    document.body.style.cursor = '';
    this.controller.store.setState({ dragging: null });
    if (commit && this.drop) this.controller.move(this.drop.move, this.row.name);
  }
}
