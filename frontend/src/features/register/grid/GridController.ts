/**
 * Carries out what the user asks of the grid: focus, selecting, editing, folding. It holds the
 * screen state and the present model and draws nothing.
 */
import { announce } from '@/lib/announce/announce';
import { tell } from '@/lib/notices/tell';
import { Bulk } from '../bulk/Bulk';
import { BULK_ACTIONS } from '../bulk/bulkKeys';
import type { ColumnId } from '../model/columns';
import { type Intent, intentOf, type Key } from '../model/keyboard';
import { addRows, clearSelection, selectOnly, toggleRow } from '../model/selection';
import { matchingRows, type Transaction } from '../model/transaction';
import { registerView } from '../model/view';
import { Awaited } from './Awaited';
import { Editing } from './Editing';
import type { CellPlace, GridStore } from './gridStore';
import type { RegisterModel } from './registerModel';
import { Splitting } from './Splitting';
import { Waiting } from './Waiting';

/** How many frames a row may take to be drawn after it was scrolled to. */
const FOCUS_FRAMES = 6;

export class GridController {
  readonly store: GridStore;
  model: RegisterModel;
  root: HTMLElement | null = null;
  /** Brings a line of the list into view. */
  reach: (line: number) => void = () => {};
  pageLines = 10;
  /** Folds or unfolds a split and keeps that. */
  onFold: (rowId: string, expanded: boolean) => void = () => {};
  readonly editing: Editing;
  readonly splitting: Splitting;
  readonly bulk: Bulk;
  readonly waiting = new Waiting();
  /** Whether a cell has the keyboard, or had it until it was taken out of the page. */
  hasKeyboard = false;
  private lastLine = 0;
  private readonly awaited = new Awaited();

  constructor(store: GridStore, model: RegisterModel) {
    this.store = store;
    this.model = model;
    this.editing = new Editing(this);
    this.splitting = new Splitting(this);
    this.bulk = new Bulk(this);
  }

  /** True when the key meant something and was carried out. */
  press(key: Key): boolean {
    if (this.waiting.press(key)) return true;
    const { focus } = this.store.getState();
    const row = focus && this.model.list.row(focus.rowId);
    if (!focus) return false;
    const { ids } = this.model.columns;
    const canFold = row?.is_parent ?? false;
    // With a selection the letter is for all that is selected.
    const hasSelection = this.model.selection.getState().rows.size > 0;
    const isReconciling = registerView.getState().reconcile !== null && !hasSelection;
    const { pageLines } = this;
    const where = { column: focus.column, columns: ids, pageLines, canFold, isReconciling };
    const intent = intentOf(key, where);
    if (intent) return this.perform(intent, focus, row ?? null);
    return !key.alt && !key.command && this.pressLetter(key.key);
  }

  /** Keeps what is typed from now on for a field that is being made; the keyboard waits here. */
  hold(place: CellPlace): void {
    this.waiting.begin(place);
    this.focus(place);
  }

  /** Whether somebody still waits for the field that is being made. */
  get isAwaited(): boolean {
    return this.waiting.isOn && this.hasDomFocus();
  }

  /** Does what a letter stands for; true when it stands for something now. */
  pressLetter(key: string): boolean {
    const action = BULK_ACTIONS.find(({ letter }) => letter === key.toUpperCase());
    if (!action || key.length !== 1) return false;
    const { selection, list } = this.model;
    if (selection.getState().rows.size === 0) {
      const { focus } = this.store.getState();
      const row = focus && list.row(focus.rowId);
      if (!action.onFocused || !row) return false;
      selectOnly(selection, [row]);
    }
    action.run(this.bulk);
    return true;
  }

  openMenu(place: CellPlace): void {
    const anchor = this.cellElement(place);
    if (!anchor) return;
    this.noteFocus(place);
    this.store.setState({ menu: { ...place, anchor } });
  }

  private perform(intent: Intent, focus: CellPlace, row: Transaction | null): boolean {
    const { selection } = this.model;
    if (intent.type === 'move') this.move(intent, focus);
    else if (intent.type === 'select-all') this.selectAll();
    else if (intent.type === 'select-none') {
      if (selection.getState().rows.size === 0) return false;
      clearSelection(selection);
    } else if (!row) return false;
    else if (intent.type === 'select') {
      if (intent.extend) this.selectTo(row.id);
      else toggleRow(selection, row);
    } else if (intent.type === 'fold') this.toggleFold(row);
    else if (intent.type === 'menu') this.openMenu(focus);
    else if (intent.type === 'clear') this.editing.toggleCleared(row);
    else if (intent.type === 'edit') this.editing.open(focus, { startText: intent.startText });
    else if (intent.type === 'add-part') void this.splitting.add(focus.rowId);
    else if (intent.type === 'remove-part') void this.splitting.remove(row.id);
    return true;
  }

  /** Remembers the cell that got the focus by pointer or by code; moves nothing. */
  noteFocus(place: CellPlace): void {
    const { focus } = this.store.getState();
    const line = this.model.list.lineOf(place.rowId);
    if (line !== null) this.lastLine = line;
    this.waiting.leave(place);
    if (focus?.rowId === place.rowId && focus.column === place.column) return;
    this.store.setState({ focus: place });
  }

  /** Moves the focus to a cell, scrolling its line into view first. */
  focus(place: CellPlace): void {
    const line = this.model.list.lineOf(place.rowId);
    if (line === null) return;
    this.noteFocus(place);
    this.scrollTo(line);
    this.focusSoon(place, FOCUS_FRAMES);
  }

  /** Puts the keyboard on the remembered cell, or on the grid while it is out of view. */
  refocus(): void {
    const { focus } = this.store.getState();
    if (!focus || this.model.list.lineOf(focus.rowId) === null) {
      this.root?.focus({ preventScroll: true });
    } else if (!this.focusElement(focus)) this.focus(focus);
  }

  /**
   * Does something as soon as the list has a row that was just made; `never` once it is known not
   * to come, another list is shown, or none.
   */
  whenThere(rowId: string, then: () => void, never = () => {}): void {
    const { list } = this.model;
    if (list.lineOf(rowId) !== null) then();
    else this.awaited.add(rowId, list, { then, never });
  }

  /** The screen is there (again). */
  enter(): void {
    this.editing.enter();
  }

  /** The screen is taken down. */
  leave(): void {
    this.editing.leave();
    this.awaited.end();
    this.waiting.end();
  }

  /** Brings a row into view as the grid's tab stop; takes the keyboard only within the grid. */
  reveal(rowId: string): void {
    const column = this.store.getState().focus?.column ?? 'payee';
    if (this.hasDomFocus()) {
      this.focus({ rowId, column });
      return;
    }
    this.store.setState({ focus: { rowId, column } });
    this.scrollTo(this.model.list.lineOf(rowId) ?? -1);
  }

  unfold(rowId: string): void {
    const { expanded, except } = this.model.folding;
    if (expanded === except.has(rowId)) this.onFold(rowId, true);
  }

  /** Shows another list from its beginning. */
  startOver(model: RegisterModel): void {
    this.model = model;
    this.lastLine = 0;
    this.scrollTo(0);
  }

  /** Takes the newest model; runs after each drawing. */
  update(model: RegisterModel): void {
    this.model = model;
    this.awaited.drawn(model.list);
    const { focus } = this.store.getState();
    const isThere = focus !== null && model.list.lineOf(focus.rowId) !== null;
    if (isThere) this.keepKeyboard();
    if (isThere || model.list.status !== 'ready') return;
    const line = model.list.line(Math.min(this.lastLine, model.list.lineCount - 1));
    if (line.kind === 'unknown') {
      if (focus && model.list.lineCount === 0) this.leaveEmpty();
      return;
    }
    const rowId = line.kind === 'child' ? line.row.id : line.entry.row.id;
    const column = focus?.column ?? 'payee';
    // What is being typed stays with its field, whatever becomes of the row.
    const hadFocus = this.hasDomFocus() && this.store.getState().edit === null;
    this.store.setState({ focus: { rowId, column } });
    if (hadFocus) this.inNextFrame(() => this.focusElement({ rowId, column }));
  }

  /** A row that moves may be drawn anew, and the keyboard was on what was there before. */
  private keepKeyboard(): void {
    const { focus, edit } = this.store.getState();
    const isLost = this.hasKeyboard && document.activeElement === document.body;
    // A row that was scrolled out of view stays there.
    if (focus && isLost && edit === null) this.inNextFrame(() => this.focusElement(focus));
  }

  /** The last line is gone: the keyboard stays with the grid. */
  private leaveEmpty(): void {
    if (this.hasDomFocus()) this.root?.focus({ preventScroll: true });
    this.store.setState({ focus: null });
  }

  selectAll(): void {
    const { list, selection } = this.model;
    if (selection.getState().rows.size > 0) {
      clearSelection(selection);
      return;
    }
    // Of a split of which only parts match, only these are meant.
    const matching = [...list.loaded()].flatMap(({ row, children }) => matchingRows(row, children));
    selectOnly(selection, matching);
    announce(`${selection.getState().rows.size} selected`);
  }

  /** Selects everything between the anchor of the selection and a row. */
  selectTo(rowId: string): void {
    const { list, selection } = this.model;
    const to = list.lineOf(rowId);
    const anchor = selection.getState().anchor;
    const from = anchor === null ? to : list.lineOf(anchor);
    if (to === null || from === null) return;
    const rows: Transaction[] = [];
    for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
      const line = list.line(at);
      if (line.kind === 'entry') rows.push(line.entry.row);
      else if (line.kind === 'child') rows.push(line.row);
    }
    if (anchor === null) selection.setState({ anchor: rowId });
    addRows(selection, rows);
  }

  toggleSelected(rowId: string, extend: boolean): void {
    const row = this.model.list.row(rowId);
    if (extend) this.selectTo(rowId);
    else if (row) toggleRow(this.model.selection, row);
  }

  toggleFold(row: Transaction): void {
    if (this.model.foldingLocked) {
      tell('Splits stay open while searching or filtering');
      return;
    }
    const { expanded, except } = this.model.folding;
    const isOpen = expanded !== except.has(row.id);
    this.onFold(row.id, !isOpen);
    announce(isOpen ? 'Split collapsed' : 'Split expanded');
  }

  cellElement({ rowId, column }: CellPlace): HTMLElement | null {
    const row = `[data-row-id=${JSON.stringify(rowId)}]:not([data-overlay])`;
    const cell = `${row} [data-col=${JSON.stringify(column)}]`;
    const found = this.root?.querySelector(cell);
    return found instanceof HTMLElement ? found : null;
  }

  /** The title of a column, above the first line. */
  focusTitle(column: ColumnId): boolean {
    const title = this.root?.querySelector(`[role=columnheader][data-col=${column}]`);
    if (!(title instanceof HTMLElement)) return false;
    title.focus();
    return true;
  }

  /** Goes from the titles to the first line in view that is there. */
  enterAt(column: ColumnId): void {
    const { focus } = this.store.getState();
    if (focus) this.focus({ rowId: focus.rowId, column });
  }

  /** How much larger the text is than usual. */
  textScale(): number {
    const size = this.root
      ? getComputedStyle(this.root.ownerDocument.documentElement).fontSize
      : '';
    return (Number.parseFloat(size) || 16) / 16;
  }

  /** The width of a column in px of text at its normal size. */
  widthOf(title: HTMLElement): number {
    return title.getBoundingClientRect().width / this.textScale();
  }

  private move(intent: Extract<Intent, { type: 'move' }>, focus: CellPlace): void {
    const { list, selection } = this.model;
    const from = list.lineOf(focus.rowId) ?? this.lastLine;
    const last = list.lineCount - 1;
    if (from === 0 && intent.lines === -1 && !intent.extend && this.focusTitle(focus.column))
      return;
    const wanted =
      intent.lines === 'first' ? 0 : intent.lines === 'last' ? last : from + intent.lines;
    const to = Math.max(0, Math.min(last, wanted));
    const column: ColumnId = intent.column ?? focus.column;
    if (intent.extend && selection.getState().rows.size === 0) {
      const row = list.row(focus.rowId);
      if (row) toggleRow(selection, row);
    }
    this.scrollTo(to);
    this.lastLine = to;
    this.focusLine(to, column, intent.extend, FOCUS_FRAMES * 10);
  }

  /** Focuses a line as soon as it is loaded; a page far away takes a moment. */
  private focusLine(at: number, column: ColumnId, extend: boolean, frames: number): void {
    const line = this.model.list.line(at);
    if (line.kind !== 'unknown') {
      const rowId = line.kind === 'child' ? line.row.id : line.entry.row.id;
      if (extend) this.selectTo(rowId);
      this.focus({ rowId, column });
    } else if (frames > 0 && this.lastLine === at) {
      requestAnimationFrame(() => this.focusLine(at, column, extend, frames - 1));
    }
  }

  /** Whether the keyboard is on the grid, or nowhere. */
  hasDomFocus(): boolean {
    const active = document.activeElement;
    // On a title of the columns the keyboard stays there.
    if (active?.closest('[role=columnheader]')) return false;
    return active === document.body || (this.root?.contains(active) ?? false);
  }

  scrollTo(line: number): void {
    if (line < 0 || line >= this.model.list.lineCount) return;
    this.reach(line);
  }

  /** A row that was just scrolled to is drawn a frame or two later. */
  private focusSoon(place: CellPlace, frames: number): void {
    const { focus } = this.store.getState();
    if (focus?.rowId !== place.rowId || focus.column !== place.column) return;
    if (this.focusElement(place) || frames === 0) return;
    this.inNextFrame(() => this.focusSoon(place, frames - 1));
  }

  /** Moves the keyboard in the next frame, unless the person has gone elsewhere until then. */
  private inNextFrame(move: () => void): void {
    const from = document.activeElement;
    requestAnimationFrame(() => {
      if (document.activeElement === from || this.hasDomFocus()) move();
    });
  }

  private focusElement(place: CellPlace): boolean {
    const cell = this.cellElement(place);
    cell?.focus({ preventScroll: true });
    // A row under its own editor cannot take the focus until that is gone.
    return cell !== null && document.activeElement === cell;
  }
}
