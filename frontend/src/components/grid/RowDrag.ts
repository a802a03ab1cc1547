/** Dragging of rows, with a line where the row would land. */
import type { AnyGrid } from './GridController';
import styles from './grid.module.css';
import { placeOf } from './handlers';

/** Movement that makes a press a drag. */
const DRAG_START_PX = 5;
/** Near the edges the list scrolls by itself. */
const EDGE_PX = 36;
const SCROLL_STEP_PX = 9;

/** Where a dragged row would land. */
export interface RowDrop {
  /** Index of the row above which the line is drawn. */
  lineIndex: number;
  commit: () => void;
}

/** What a feature says about dragging its rows. */
export interface RowReorder {
  /** The column that rows are dragged by. */
  handle: string;
  /** The words beside the pointer; null for a row that stays in its place. */
  ghost: (rowId: string) => string | null;
  /** The drop for a pointer at `offset`, in rows from the top: 2.75 is low in row 2. */
  dropAt: (rowId: string, offset: number) => RowDrop | null;
  /** Follows the pointer over the rows, as opening a group does; null at the end of the drag. */
  hover?: (rowId: string, over: string | null) => void;
}

/** A pointer handler for the grid's root. */
export function dragHandler(grid: AnyGrid, rowHeight: number) {
  return (event: React.PointerEvent) => {
    const { reorder } = grid;
    if (!reorder || event.button !== 0 || event.pointerType === 'touch') return;
    const place = placeOf(event.target);
    const isOnButton = (event.target as Element).closest('[data-action], input, [data-overlay]');
    if (!place || place.column !== reorder.handle || isOnButton) return;
    const words = reorder.ghost(place.rowId);
    if (words === null) return;
    new RowDrag(grid, reorder, { rowId: place.rowId, words, rowHeight }).watch(event);
  };
}

interface Dragged {
  rowId: string;
  words: string;
  rowHeight: number;
}

class RowDrag {
  private readonly grid: AnyGrid;
  private readonly reorder: RowReorder;
  private readonly dragged: Dragged;
  private readonly list: HTMLElement | null;
  private start = { x: 0, y: 0 };
  private pointer = { x: 0, y: 0 };
  private ghost: HTMLElement | null = null;
  private drop: RowDrop | null = null;
  private frame = 0;
  private readonly stop = new AbortController();

  constructor(grid: AnyGrid, reorder: RowReorder, dragged: Dragged) {
    this.grid = grid;
    this.reorder = reorder;
    this.dragged = dragged;
    this.list = grid.root?.querySelector<HTMLElement>('[data-grid-body]') ?? null;
  }

  watch({ clientX: x, clientY: y }: { clientX: number; clientY: number }): void {
    this.start = { x, y };
    const { signal } = this.stop;
    window.addEventListener('pointermove', (event) => this.move(event), { signal });
    window.addEventListener('pointerup', () => this.finish(true), { signal });
    window.addEventListener('pointercancel', () => this.finish(false), { signal });
    window.addEventListener('keydown', (event) => this.key(event), { signal, capture: true });
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.ghost) return;
    event.preventDefault();
    event.stopPropagation();
    this.finish(false);
  }

  private move(event: PointerEvent): void {
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
    this.ghost.textContent = this.dragged.words;
    document.body.append(this.ghost);
    document.body.style.userSelect = 'none';
    document.body.style.cursor = 'grabbing';
    this.showLine(null);
    this.scroll();
  }

  private aim(): void {
    if (!this.list || !this.ghost) return;
    this.ghost.style.transform = `translate(${this.pointer.x + 12}px, ${this.pointer.y + 8}px)`;
    const { rowId, rowHeight } = this.dragged;
    const { top } = this.list.getBoundingClientRect();
    const offset = (this.pointer.y - top + this.list.scrollTop) / rowHeight;
    this.drop = this.reorder.dropAt(rowId, offset);
    this.showLine(this.drop?.lineIndex ?? null);
    this.reorder.hover?.(rowId, this.grid.source.keyAt(Math.floor(offset)) ?? '');
  }

  private showLine(lineIndex: number | null): void {
    const { dragging } = this.grid.store.getState();
    if (dragging && dragging.lineIndex === lineIndex) return;
    this.grid.store.setState({ dragging: { rowId: this.dragged.rowId, lineIndex } });
  }

  /** Scrolls while the pointer rests near an edge. */
  private scroll(): void {
    this.frame = requestAnimationFrame(() => {
      if (!this.list) return;
      const { top, bottom } = this.list.getBoundingClientRect();
      const isAbove = this.pointer.y < top + EDGE_PX;
      const isBelow = this.pointer.y > bottom - EDGE_PX;
      if (isAbove || isBelow) {
        this.list.scrollTop += isAbove ? -SCROLL_STEP_PX : SCROLL_STEP_PX;
        this.aim();
      }
      this.scroll();
    });
  }

  private finish(commit: boolean): void {
    this.stop.abort();
    cancelAnimationFrame(this.frame);
    this.reorder.hover?.(this.dragged.rowId, null);
    if (!this.ghost) return;
    this.ghost.remove();
    document.body.style.userSelect = '';
    document.body.style.cursor = '';
    this.grid.store.setState({ dragging: null });
    if (commit) this.drop?.commit();
  }
}
