/**
 * Focus, reveal and movement of a grid, without React. A feature extends it with its columns,
 * intents and editors. It reads rows through a `RowSource` and knows nothing of their meaning.
 */
import { type Action, actionOf, pressAction, runAction } from '@/lib/actions/actions';
import { type Focus, type GridState, type GridStore, isAt, type Place } from './gridStore';
import type { RowReorder } from './RowDrag';
import type { RowSource } from './rowSource';

/** The cell an action is about. */
export interface At<Grid> extends Place {
  grid: Grid;
  /** The button that was pressed; menus open beside it. */
  anchor?: Element | undefined;
}

/** The target and modifiers of a pointer press inside a cell. */
export interface Press {
  target: Element;
  shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  command: boolean;
}

/** A row to focus once it is loaded. */
interface Goal<Column> {
  index: number;
  column: Column | undefined;
  then: (rowId: string) => void;
  /** The element that had the keyboard at the start. */
  from: Element | null;
}

export class GridController<
  Row = unknown,
  Column extends string = string,
  Edit extends Place<Column> = Place<Column>,
> {
  readonly store: GridStore<Column, Edit>;
  source: RowSource<Row>;
  root: HTMLElement | null = null;
  /** Brings a row into view. */
  reach: (index: number) => void = () => {};
  pageRows = 10;
  /** Whether a cell lost the keyboard to nobody because it was redrawn. */
  hasLostKeyboard: () => boolean = () => false;
  /** Whether a keyboard that nobody has goes to its first row; false beside the grid of a screen. */
  takesFreeKeyboard = true;
  /** How rows are dragged; null where they are not. */
  reorder: RowReorder | null = null;
  protected lastIndex = 0;
  /** The row that the keyboard is on its way to while it is loaded. */
  private goal: Goal<Column> | null = null;
  /** Ends the wait for a cell to be drawn. */
  private stopWaiting = () => {};
  private awaited: { rowId: string; then: () => void }[] = [];
  private followed: { rowId: string; index: number } | null = null;

  constructor(store: GridStore<Column, Edit>, source: RowSource<Row>) {
    this.store = store;
    this.source = source;
  }

  // --- Overridden by each feature.

  /** The columns of a row, in order. */
  columnsAt(_index: number): readonly Column[] {
    return [];
  }

  /** The column that stands for `wanted` in a row. */
  columnAt(_index: number, wanted: Column): Column {
    return wanted;
  }

  /** Whether the focus may rest on a row. */
  canFocus(_index: number): boolean {
    return true;
  }

  /** The first cell to have the tab stop. */
  firstPlace(): Place<Column> | null {
    const index = this.nearest(0);
    const rowId = this.source.keyAt(index);
    const column = this.columnsAt(index)[0];
    return rowId !== null && column !== undefined ? { rowId, column } : null;
  }

  /** The actions of the grid, for its keys and its buttons. */
  get actions(): readonly Action<At<this>>[] {
    return [];
  }

  /** A press on a cell that hit no button. */
  press(_place: Place<Column>, _press: Press): void {}

  doublePress(_place: Place<Column>): void {}

  /** A key inside an editor that the editor left alone; true when it was carried out. */
  keyInEditor(_event: KeyboardEvent): boolean {
    return false;
  }

  /** Called when the focused row went away and another one took over. */
  protected announceNext(_index: number): void {}

  /** Called with each cell that gets the focus. */
  protected focused(_place: Place<Column>): void {}

  // --- Keys and buttons.

  /** True when the key meant something and was carried out. */
  key(event: KeyboardEvent): boolean {
    const { focus } = this.store.getState();
    return focus !== null && pressAction(this.actions, this.at(focus), event);
  }

  /** Runs an action of this grid by its id, as its buttons do. */
  act(id: string, place: Place<Column>, anchor?: Element): void {
    const action = actionOf(this.actions, id);
    if (action) runAction(action, this.at(place, anchor));
  }

  at({ rowId, column }: Place<Column>, anchor?: Element): At<this> {
    return { grid: this, rowId, column, anchor };
  }

  openMenu(kind: string, { rowId, column }: Place<Column>, anchor?: Element): boolean {
    const element = anchor ?? this.cellElement({ rowId, column });
    if (element) this.patch({ menu: { kind, rowId, column, anchor: element } });
    return element !== null;
  }

  closeMenu(): void {
    this.patch({ menu: null });
  }

  // --- Focus.

  /** Remembers the cell that got the focus by pointer or by code; moves nothing. */
  noteFocus(place: Place<Column>, wanted: Column = place.column): void {
    const { focus } = this.store.getState();
    const index = this.source.indexOf(place.rowId);
    if (index >= 0) this.lastIndex = index;
    this.goal = null;
    this.focused(place);
    if (focus?.rowId === place.rowId && focus.column === place.column) return;
    this.patch({ focus: { rowId: place.rowId, column: place.column, wanted } });
  }

  /** Moves the focus to a cell, scrolling its row into view first. */
  focus({ rowId, column: wanted }: Place<Column>): void {
    const index = this.source.indexOf(rowId);
    if (index < 0) return;
    const column = this.columnAt(index, wanted);
    this.lastIndex = index;
    this.goal = null;
    this.focused({ rowId, column });
    this.patch({ focus: { rowId, column, wanted } });
    this.scrollTo(index);
    this.takeKeyboard();
  }

  /** Puts the keyboard on the remembered cell, or on the grid while there is none. */
  refocus(): void {
    const { focus } = this.store.getState();
    if (!focus || this.source.indexOf(focus.rowId) < 0) this.root?.focus({ preventScroll: true });
    else if (!this.focusElement(focus)) this.focus({ ...focus, column: focus.wanted });
  }

  /**
   * Takes the keyboard back once something is done: from a bar marked with `data-hands-back`, and
   * from nowhere. A person who went elsewhere stays there.
   */
  returnFocus(): void {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (isNowhere || activeElement.closest('[data-hands-back]')) this.refocus();
  }

  /** Brings a cell into view as the grid's tab stop; moves the keyboard only within the grid. */
  reveal(place: Place<Column>): void {
    if (this.hasDomFocus()) {
      this.focus(place);
      return;
    }
    const index = this.source.indexOf(place.rowId);
    if (index < 0) return;
    const { rowId, column: wanted } = place;
    this.lastIndex = index;
    this.patch({ focus: { rowId, column: this.columnAt(index, wanted), wanted } });
    this.scrollTo(index);
  }

  /** Does something once the list has a row that was just made and it is drawn. */
  whenThere(rowId: string, then: () => void): void {
    if (this.source.indexOf(rowId) >= 0) then();
    else this.awaited.push({ rowId, then });
  }

  /** Keeps the focus in view when its row moves with the next change of the list. */
  follow(rowId: string): void {
    this.followed = { rowId, index: this.source.indexOf(rowId) };
  }

  /** Takes the newest rows; runs after each drawing. */
  update(source: RowSource<Row>): void {
    this.source = source;
    this.keepFocus();
    this.callAwaited();
  }

  private keepFocus(): void {
    const { source } = this;
    if (this.goal && this.reachGoal()) return;
    const { focus } = this.store.getState();
    const index = focus ? source.indexOf(focus.rowId) : -1;
    if (focus && index >= 0) this.stayAt(focus, index);
    else if (source.isReady && focus) this.leaveVanished(focus);
    else if (source.isReady) this.arrive();
  }

  /** Waits for no row any more: another list is shown, or none. */
  protected forgetAwaited(): void {
    this.awaited = [];
  }

  /** Shows another list from its beginning. */
  startOver(source: RowSource<Row>): void {
    this.forgetAwaited();
    this.source = source;
    this.lastIndex = 0;
    this.scrollTo(0);
  }

  cellElement({ rowId, column }: Place<Column>): HTMLElement | null {
    const row = `[data-row-id=${JSON.stringify(rowId)}]:not([data-overlay])`;
    const cell = `${row} [data-col=${JSON.stringify(column)}]`;
    return this.root?.querySelector<HTMLElement>(cell) ?? null;
  }

  /** The title of a column above the first row, where titles take the focus. */
  focusTitle(column: Column): boolean {
    const title = `[role=columnheader][tabindex][data-col=${JSON.stringify(column)}]`;
    const found = this.root?.querySelector<HTMLElement>(title);
    found?.focus();
    return found != null;
  }

  /** Back from beside the rows, to a column of the row that was left. */
  enterAt(column: Column): void {
    const { focus } = this.store.getState();
    if (focus) this.focus({ rowId: focus.rowId, column });
  }

  /** The cell of a column below the last row, or the first one there, where cells take the focus. */
  focusFoot(column: Column): boolean {
    const cells = [
      ...(this.root?.querySelectorAll<HTMLElement>('[data-grid-foot] [data-col]') ?? []),
    ];
    const found = cells.find((cell) => cell.dataset.col === column) ?? cells[0];
    found?.focus();
    // A low window may leave the foot out.
    return found !== undefined && document.activeElement === found;
  }

  /** Whether a cell has the keyboard, or lost it only because it is being drawn again. */
  hasKeyboard(): boolean {
    const active = document.activeElement;
    if (this.hasLostKeyboard()) return true;
    if (this.root === null || active === null) return false;
    return active === this.root || (this.root.contains(active) && isInRow(active));
  }

  /** Whether the keyboard is on the grid, or nowhere. */
  hasDomFocus(): boolean {
    const active = document.activeElement;
    // On a title of the columns the keyboard stays there.
    if (active?.closest('[role=columnheader]')) return false;
    return active === document.body || (this.root?.contains(active) ?? false);
  }

  scrollTo(index: number): void {
    if (index >= 0 && index < this.source.count) this.reach(index);
  }

  // --- Movement.

  /**
   * Moves so many rows up or down, past rows that take no focus, and stops at the last one; false
   * if there is none. `then` follows once the row is loaded.
   */
  moveRows(count: number, then?: (rowId: string) => void): boolean {
    const from = this.focusedIndex();
    const step = Math.sign(count);
    const first = this.nearest(0);
    const { focus } = this.store.getState();
    if (from === first && count === -1 && focus && this.focusTitle(focus.column)) return true;
    const last = this.nearest(this.source.count - 1, 'before');
    if (from === last && count === 1 && focus && this.focusFoot(focus.wanted)) return true;
    let left = Math.abs(count);
    let to = from;
    for (let at = from + step; at >= 0 && at < this.source.count && left > 0; at += step) {
      if (!this.canFocus(at)) continue;
      to = at;
      left -= 1;
    }
    if (to !== from) this.moveTo(to, undefined, then);
    return to !== from;
  }

  /** Moves to the first or last row; with a column to its cell there. */
  moveToEdge(edge: 'first' | 'last', withColumn: boolean): boolean {
    const index =
      edge === 'first' ? this.nearest(0) : this.nearest(this.source.count - 1, 'before');
    const columns = this.columnsAt(index);
    this.moveTo(index, withColumn ? columns.at(edge === 'first' ? 0 : -1) : undefined);
    return true;
  }

  /** Moves to the neighbouring column; false at the edge. */
  moveColumns(step: 1 | -1): boolean {
    const { focus } = this.store.getState();
    const columns = this.columnsAt(this.focusedIndex());
    const next = focus ? columns[columns.indexOf(focus.column) + step] : undefined;
    if (focus && next !== undefined) this.focus({ rowId: focus.rowId, column: next });
    return next !== undefined;
  }

  moveToColumn(edge: 'first' | 'last'): boolean {
    const { focus } = this.store.getState();
    const column = this.columnsAt(this.focusedIndex()).at(edge === 'first' ? 0 : -1);
    if (focus && column !== undefined) this.focus({ rowId: focus.rowId, column });
    return true;
  }

  /** Focuses a row as soon as it is loaded. */
  private moveTo(index: number, column?: Column, then: (rowId: string) => void = () => {}): void {
    this.scrollTo(index);
    this.goal = { index, column, then, from: document.activeElement };
    this.reachGoal();
  }

  /** True once the row that the keyboard is on its way to is loaded, and when it is given up. */
  private reachGoal(): boolean {
    const { goal } = this;
    const rowId = goal && this.source.keyAt(goal.index);
    if (!goal || rowId === null) return false;
    this.goal = null;
    const column = goal.column ?? this.store.getState().focus?.wanted;
    if (column === undefined || !this.isStill(goal.from)) return false;
    goal.then(rowId);
    this.focus({ rowId, column });
    return true;
  }

  /** The focused row's index, or that of the row it goes to; its last one while it is not loaded. */
  focusedIndex(): number {
    if (this.goal !== null) return this.goal.index;
    const { focus } = this.store.getState();
    const index = focus ? this.source.indexOf(focus.rowId) : -1;
    return index >= 0 ? index : this.lastIndex;
  }

  /** The row nearest to an index that can be focused; -1 if there is none. */
  private nearest(index: number, first: 'after' | 'before' = 'after'): number {
    const { count } = this.source;
    const from = Math.max(0, Math.min(index, count - 1));
    const search = (step: 1 | -1) => {
      for (let at = from; at >= 0 && at < count; at += step) if (this.canFocus(at)) return at;
      return -1;
    };
    const found = search(first === 'after' ? 1 : -1);
    return found >= 0 ? found : search(first === 'after' ? -1 : 1);
  }

  // --- Keeping the focus while rows change.

  private callAwaited(): void {
    const isThere = ({ rowId }: { rowId: string }) => this.source.indexOf(rowId) >= 0;
    const ready = this.awaited.filter(isThere);
    if (ready.length > 0) this.awaited = this.awaited.filter((each) => !isThere(each));
    for (const { then } of ready) then();
  }

  private stayAt(focus: Focus<Column>, index: number): void {
    const { followed } = this;
    this.lastIndex = index;
    const column = this.columnAt(index, focus.wanted);
    if (column !== focus.column) this.patch({ focus: { ...focus, column } });
    if (followed?.rowId === focus.rowId && followed.index !== index) {
      this.followed = null;
      if (this.hasDomFocus()) this.focus({ rowId: focus.rowId, column: focus.wanted });
      return;
    }
    // A moved row may be drawn again elsewhere and lose the keyboard to the grid or to nobody.
    const isOnGrid = this.root !== null && document.activeElement === this.root;
    const { edit, menu } = this.store.getState();
    if ((isOnGrid || this.hasLostKeyboard()) && !edit && !menu) this.takeKeyboard();
  }

  /** The focused row is gone: its neighbour receives the focus. */
  private leaveVanished({ wanted }: Focus<Column>): void {
    const index = this.nearest(this.lastIndex);
    if (index < 0) {
      if (this.hasDomFocus()) this.root?.focus({ preventScroll: true });
      this.patch({ focus: null });
      return;
    }
    const rowId = this.source.keyAt(index);
    if (rowId === null) return;
    const column = this.columnAt(index, wanted);
    // An open editor keeps the keyboard, whatever becomes of its row.
    const hadFocus = this.hasDomFocus() && this.store.getState().edit === null;
    this.patch({ focus: { rowId, column, wanted } });
    if (!hadFocus) return;
    this.focus({ rowId, column: wanted });
    this.announceNext(index);
  }

  /** The first rows are here: the tab stop goes to the first cell, and so does a free keyboard. */
  private arrive(): void {
    const place = this.firstPlace();
    if (!place) return;
    this.patch({ focus: { ...place, wanted: place.column } });
    if (this.takesFreeKeyboard && isKeyboardFree()) this.focus(place);
  }

  /** Returns to a cell that was left with the screen. */
  comeBackTo(focus: Focus<Column>): void {
    const index = this.source.indexOf(focus.rowId);
    if (index < 0) return;
    this.lastIndex = index;
    const column = this.columnAt(index, focus.wanted);
    this.patch({ focus: { ...focus, column } });
    if (isKeyboardFree() || this.hasDomFocus()) this.takeKeyboard();
  }

  /**
   * Puts the keyboard on the focused cell, and waits if that is not drawn yet: the row was just
   * scrolled to, or an editor lies over it. Stops waiting if the person goes elsewhere.
   */
  private takeKeyboard(): void {
    this.stopWaiting();
    const { focus } = this.store.getState();
    if (!focus || !this.root || this.focusElement(focus)) return;
    const from = document.activeElement;
    const watcher = new MutationObserver(() => {
      const { focus: now } = this.store.getState();
      const isSame = now !== null && isAt(focus, now.rowId, now.column);
      if (!this.isStill(from) || !isSame || this.focusElement(focus)) this.stopWaiting();
    });
    watcher.observe(this.root, { childList: true, subtree: true });
    this.stopWaiting = () => watcher.disconnect();
  }

  /** Whether the person has not gone elsewhere since an element had the keyboard. */
  private isStill(from: Element | null): boolean {
    return document.activeElement === from || this.hasDomFocus() || isKeyboardFree();
  }

  private focusElement(place: Place<Column>): boolean {
    const cell = this.cellElement(place);
    const target = cell?.querySelector<HTMLElement>('[data-cell-button]') ?? cell;
    target?.focus({ preventScroll: true });
    // A row under its own editor cannot take the focus until that is gone.
    return target !== null && document.activeElement === target;
  }

  protected patch(state: Partial<GridState<Column, Edit>>): void {
    this.store.setState(state);
  }
}

/** What drawing a grid needs of its controller, whatever its rows, columns and editors are. */
// biome-ignore lint/suspicious/noExplicitAny: this is the one place where they are left open.
export type AnyGrid = Omit<GridController<any, any, any>, 'actions' | 'at'>;

function isInRow(element: Element): boolean {
  return element.closest('[data-row-id]') !== null;
}

/** On arrival the keyboard belongs to the grid, unless it is wanted elsewhere. */
function isKeyboardFree(): boolean {
  const active = document.activeElement;
  // The screen itself and its title have the focus where nothing better had it.
  return active === null || active.matches('body, main, h1');
}
