/**
 * Carries out what the user asks of the grid: focus, editing, menus, moving and collapsing.
 * It holds the screen state and the present model; it draws nothing and knows no amounts
 * besides the one being edited.
 */
import type { ListImperativeAPI } from 'react-window';
import type { Month } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { savePrefs } from '@/lib/prefs/prefs';
import { monthSheet } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { moveItem, setAmount } from '../api';
import { categoryCell, cents } from '../model/cells';
import {
  type ColumnId,
  columnId,
  measureColumn,
  NAME_COLUMN,
  resolveColumn,
} from '../model/columns';
import {
  type Advance,
  type GridShape,
  type Intent,
  intentOf,
  type Key,
  nextBudgeted,
  type Position,
} from '../model/keyboard';
import { applyMove, keyboardMove, type Move } from '../model/reorder';
import {
  type CategoryRow,
  isFocusable,
  isItem,
  NEW_CATEGORY_ROW,
  NEW_GROUP_ROW,
} from '../model/rows';
import { type GridModel, groupOf, rowOf } from './gridModel';
import type { GridFocus, GridState, GridStore, OpenMenu } from './gridStore';
import { run } from './run';

/** How long a refused text is marked. */
const REFUSED_MS = 1500;
/** How many frames a row may take to be drawn after it was scrolled to. */
const FOCUS_FRAMES = 6;

export class GridController {
  readonly store: GridStore;
  model: GridModel;
  root: HTMLElement | null = null;
  list: ListImperativeAPI | null = null;
  pageRows = 10;
  /** Shows the transactions behind a spent amount. */
  onShowSpent: ((category: CategoryRow, month: Month) => void) | null = null;
  private awaited: Position | null = null;
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: GridStore, model: GridModel) {
    this.store = store;
    this.model = model;
  }

  get shape(): GridShape {
    const { rows, months, type, measures } = this.model;
    return { rows, months, type, measures, pageRows: this.pageRows };
  }

  /** True when the key meant something and was carried out. */
  press(key: Key): boolean {
    const { focus } = this.store.getState();
    if (!focus) return false;
    const intent = intentOf(key, { rowId: focus.rowId, column: focus.wanted }, this.shape);
    if (intent) this.perform(intent);
    return intent !== null;
  }

  perform(intent: Intent): void {
    const { focus } = this.store.getState();
    if (!focus) return;
    if (intent.type === 'focus') this.focus(intent.position);
    else if (intent.type === 'edit') this.edit(focus, intent.start, intent.text);
    else if (intent.type === 'rename') this.rename(focus.rowId);
    else if (intent.type === 'set-zero') void this.write(focus, 0);
    else if (intent.type === 'show-spent') this.showSpent(focus.rowId, focus.column);
    else if (intent.type === 'row-menu') this.openMenu('item', focus.rowId, NAME_COLUMN);
    else if (intent.type === 'balance-menu') this.openMenu('balance', focus.rowId, focus.column);
    else if (intent.type === 'add-group') this.addGroup();
    else if (intent.type === 'collapse') this.collapse(focus.rowId, intent.collapsed);
    else if (intent.type === 'collapse-all') this.collapseAll(intent.collapsed);
    else this.moveByKeyboard(focus.rowId, intent.direction);
  }

  /** Remembers the cell that got the focus by pointer or by code; moves nothing. */
  noteFocus({ rowId, column }: Position): void {
    const { focus } = this.store.getState();
    if (focus?.rowId === rowId && focus.column === column) return;
    this.store.setState({ focus: { rowId, column, wanted: column } });
  }

  /** Moves the focus to a cell, scrolling its row into view first. */
  focus({ rowId, column: wanted }: Position): void {
    const index = this.model.rows.findIndex((row) => row.id === rowId);
    const row = this.model.rows[index];
    if (!row) return;
    this.awaited = null;
    const column = resolveColumn(row, wanted, this.model);
    this.store.setState({ focus: { rowId, column, wanted } });
    this.scrollTo(index);
    this.focusSoon(rowId, column, FOCUS_FRAMES);
  }

  /** Focuses a row that the backend has just made, as soon as the list with it is here. */
  focusWhenThere(position: Position): void {
    if (rowOf(this.model, position.rowId)) this.focus(position);
    else this.awaited = position;
  }

  /** Brings a cell into view as the grid's tab stop; moves the keyboard only within the grid. */
  reveal(position: Position): void {
    if (this.hasDomFocus()) {
      this.focusWhenThere(position);
      return;
    }
    const index = this.model.rows.findIndex((row) => row.id === position.rowId);
    const row = this.model.rows[index];
    if (!row) return;
    const column = resolveColumn(row, position.column, this.model);
    this.store.setState({ focus: { rowId: row.id, column, wanted: position.column } });
    this.scrollTo(index);
  }

  /** Takes the newest model; runs after each drawing. */
  update(model: GridModel): void {
    const before = this.model.rows;
    this.model = model;
    const { focus, edit } = this.store.getState();
    if (edit && !rowOf(model, edit.rowId)) this.store.setState({ edit: null });
    if (this.awaited && rowOf(model, this.awaited.rowId)) {
      const position = this.awaited;
      this.awaited = null;
      requestAnimationFrame(() => this.focus(position));
    }
    if (!focus) this.resetFocus(model);
    else if (rowOf(model, focus.rowId)) this.resolveAgain(focus);
    else
      this.leaveVanishedRow(
        focus,
        Math.max(
          0,
          before.findIndex((row) => row.id === focus.rowId),
        ),
      );
  }

  /** Puts the keyboard focus on the remembered cell, or on the grid while it is out of view. */
  refocus(): void {
    const { focus } = this.store.getState();
    if (!focus) this.root?.focus({ preventScroll: true });
    else if (!this.focusElement(focus.rowId, focus.column)) this.focus(focus);
  }

  cellElement(rowId: string, column: ColumnId): HTMLElement | null {
    const cell = `[data-row-id=${JSON.stringify(rowId)}] [data-col=${JSON.stringify(column)}]`;
    const found = this.root?.querySelector(cell);
    return found instanceof HTMLElement ? found : null;
  }

  /** Opens the amount editor of a Budgeted cell. */
  edit(at: Position, start: 'select' | 'replace' | 'continue', typed: string): void {
    if (this.refusedOffline()) return;
    const current = this.model.amounts.formatFull(this.amountAt(at));
    const text = start === 'select' ? current : start === 'continue' ? current + typed : typed;
    const { rowId, column } = at;
    this.noteFocus(at);
    const index = this.model.rows.findIndex((row) => row.id === rowId);
    this.scrollTo(index);
    this.store.setState({
      edit: { rowId, column, text, selectAll: start === 'select' },
      refused: null,
    });
  }

  /** Takes the typed text; a text that is no amount leaves the old value and says so. */
  commit(text: string, advance: Advance | null): void {
    const { edit } = this.store.getState();
    if (!edit) return;
    const at = { rowId: edit.rowId, column: edit.column };
    this.store.setState({ edit: null });
    // An amount that was only looked at stays what another tab or device has made of it meanwhile.
    const isUntouched = edit.selectAll && text === edit.text;
    if (isUntouched) {
      if (advance) this.advance(at, advance);
      return;
    }
    const value = this.model.amounts.evaluate(text.trim() === '' ? '0' : text);
    if (!value.ok) {
      this.refuse(at, text, value.reason === 'too-large');
      if (advance) this.focus(at);
      return;
    }
    if (value.cents !== this.amountAt(at)) void this.write(at, value.cents);
    if (advance) this.advance(at, advance);
  }

  /** On to the next Budgeted cell. A phone has no keys to open it with, so it opens at once. */
  private advance(at: Position, advance: Advance): void {
    const next = nextBudgeted(at, advance, this.shape);
    this.focus(next ?? at);
    if (next && this.model.isTouch) this.edit(next, 'select', '');
  }

  cancelEdit(): void {
    const { edit } = this.store.getState();
    this.store.setState({ edit: null });
    if (edit) this.focus(edit);
  }

  rename(rowId: string): void {
    if (this.refusedOffline()) return;
    const index = this.model.rows.findIndex((row) => row.id === rowId);
    this.scrollTo(index);
    this.store.setState({ renaming: rowId });
  }

  addGroup(): void {
    if (!this.refusedOffline()) this.add({ kind: 'group' }, NEW_GROUP_ROW);
  }

  addCategory(groupId: string): void {
    if (!this.refusedOffline()) this.add({ kind: 'category', groupId }, NEW_CATEGORY_ROW);
  }

  openMenu(kind: OpenMenu['kind'], rowId: string, column: ColumnId, anchor?: Element): void {
    if (!isItem(rowOf(this.model, rowId))) return;
    const element = anchor ?? this.cellElement(rowId, column);
    if (element) this.store.setState({ menu: { kind, rowId, column, anchor: element } });
  }

  showSpent(rowId: string, column: ColumnId): void {
    const row = rowOf(this.model, rowId);
    const month = measureColumn(column)?.month;
    if (row?.kind === 'category' && month) this.onShowSpent?.(row, month);
  }

  collapse(groupId: string, collapsed: boolean): void {
    const next = new Set(this.model.collapsed);
    if (collapsed) next.add(groupId);
    else next.delete(groupId);
    this.saveCollapsed(next);
  }

  collapseAll(collapsed: boolean): void {
    const ids = this.model.groups.map((group) => group.id);
    const { focus } = this.store.getState();
    const row = focus ? rowOf(this.model, focus.rowId) : undefined;
    this.saveCollapsed(new Set(collapsed ? ids : []));
    announce(collapsed ? 'All groups collapsed' : 'All groups expanded');
    if (collapsed && focus && row?.kind === 'category') {
      this.focus({ rowId: row.groupId, column: focus.wanted });
    }
  }

  moveByKeyboard(rowId: string, direction: 'up' | 'down' | 'left' | 'right'): void {
    const row = rowOf(this.model, rowId);
    if (!isItem(row)) return;
    const move = keyboardMove(row, direction, this.model.groups, this.model.showHidden);
    if (move) this.move(move, row.name);
    else announce(`${row.name} cannot be moved further`);
  }

  move(move: Move, name: string): void {
    if (this.refusedOffline()) return;
    const groups = applyMove(this.model.groups, move);
    const group = groups.find((candidate) => candidate.id === move.groupId);
    const list = move.kind === 'group' ? groups : (group?.categories ?? []);
    const shown = list.filter((item) => this.model.showHidden || !item.hidden);
    const position = shown.findIndex((item) => item.id === move.id) + 1;
    const where = group && move.kind === 'category' ? ` in ${group.name}` : '';
    if (group && this.model.collapsed.has(group.id)) this.collapse(group.id, false);
    announce(`Moved ${name}, position ${position} of ${shown.length}${where}`);
    void run(moveItem(move, name));
    const { focus } = this.store.getState();
    requestAnimationFrame(() => {
      if (focus?.rowId === move.id && this.hasDomFocus())
        this.focus({ ...focus, column: focus.wanted });
    });
  }

  /** True, with a word to the user, when nothing can be written now. */
  refusedOffline(): boolean {
    if (this.model.offline) announce('Connection lost. Changes are not possible right now.');
    return this.model.offline;
  }

  private resetFocus(model: GridModel): void {
    const first = firstPosition(model);
    if (!first) return;
    this.store.setState({ focus: { ...first, wanted: first.column } });
    // On arrival the keyboard belongs to the first amount, unless it is wanted elsewhere.
    const active = document.activeElement;
    if (active === document.body || active?.tagName === 'H1') this.focus(first);
  }

  /** The focused row is gone: its neighbour takes over, aloud when the user was there. */
  private leaveVanishedRow({ wanted }: GridFocus, index: number): void {
    const { rows } = this.model;
    const from = Math.min(index, rows.length - 1);
    const next = rows.slice(from).find(isFocusable) ?? rows.slice(0, from).findLast(isFocusable);
    if (!next) {
      this.store.setState({ focus: null });
      return;
    }
    if (this.hasDomFocus() && !this.store.getState().adding) {
      requestAnimationFrame(() => this.focus({ rowId: next.id, column: wanted }));
      if (isItem(next)) announce(next.name);
    }
    const column = resolveColumn(next, wanted, this.model);
    this.store.setState({ focus: { rowId: next.id, column, wanted } });
  }

  /** Other months or another mode may have taken the focused column away. */
  private resolveAgain(focus: GridFocus): void {
    const row = rowOf(this.model, focus.rowId);
    if (!row) return;
    const column = resolveColumn(row, focus.wanted, this.model);
    if (column !== focus.column) this.store.setState({ focus: { ...focus, column } });
  }

  private add(adding: GridState['adding'], rowId: string): void {
    this.store.setState({ adding });
    requestAnimationFrame(() =>
      this.scrollTo(this.model.rows.findIndex((row) => row.id === rowId)),
    );
  }

  private hasDomFocus(): boolean {
    const active = document.activeElement;
    return active === document.body || (this.root?.contains(active) ?? false);
  }

  private amountAt({ rowId, column }: Position): number {
    const month = measureColumn(column)?.month ?? '';
    return cents(cells.get(`${monthSheet(month)}!${categoryCell('budgeted', rowId)}`));
  }

  private async write(at: Position, value: number): Promise<void> {
    const row = rowOf(this.model, at.rowId);
    const month = measureColumn(at.column)?.month;
    if (row?.kind !== 'category' || !month || this.refusedOffline()) return;
    const text = this.model.amounts.formatFull(value);
    await run(setAmount({ category: row, month, cents: value, text }));
  }

  private refuse(at: Position, text: string, tooLarge: boolean): void {
    const row = rowOf(this.model, at.rowId);
    const kept = this.model.amounts.formatFull(this.amountAt(at));
    const why = tooLarge ? 'Amount is too large' : `“${text}” is not an amount`;
    announce(`${why}. ${isItem(row) ? row.name : 'The cell'} keeps ${kept}.`);
    clearTimeout(this.refusedTimer);
    this.store.setState({ refused: at });
    this.refusedTimer = setTimeout(() => this.store.setState({ refused: null }), REFUSED_MS);
  }

  private saveCollapsed(collapsed: ReadonlySet<string>): void {
    const known = [...collapsed].filter((id) => groupOf(this.model, id));
    void run(savePrefs({ 'budget.collapsed': known }));
  }

  private scrollTo(index: number): void {
    if (index < 0 || !this.list) return;
    this.list.scrollToRow({ index, align: 'auto', behavior: 'instant' });
  }

  /** A row that was just scrolled to is drawn a frame or two later. */
  private focusSoon(rowId: string, column: ColumnId, frames: number): void {
    const { focus } = this.store.getState();
    if (focus?.rowId !== rowId || focus.column !== column) return;
    if (this.focusElement(rowId, column) || frames === 0) return;
    requestAnimationFrame(() => this.focusSoon(rowId, column, frames - 1));
  }

  private focusElement(rowId: string, column: ColumnId): boolean {
    const cell = this.cellElement(rowId, column);
    if (!cell) return false;
    const target = cell.querySelector('button[data-cell-button]') ?? cell;
    (target as HTMLElement).focus({ preventScroll: true });
    return true;
  }
}

/** The first cell to have the tab stop: the first Budgeted cell, else the first row's name. */
export function firstPosition(model: GridModel): Position | null {
  const category = model.rows.find((row) => row.kind === 'category' && !row.income);
  const month = model.months[0];
  if (category && month) return { rowId: category.id, column: columnId('budgeted', month) };
  const first = model.rows[0];
  return first ? { rowId: first.id, column: NAME_COLUMN } : null;
}
