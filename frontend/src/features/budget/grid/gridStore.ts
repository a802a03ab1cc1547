/**
 * Screen state of the grid: focus, the open editor, menus and dragging. Cells select from it
 * one by one, so that moving the focus redraws two cells and not the table.
 */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ColumnId } from '../model/columns';
import type { RowOptions } from '../model/rows';

export interface GridFocus {
  rowId: string;
  /** The column that has the focus in this row. */
  column: ColumnId;
  /** The column asked for; kept while passing rows that do not have it. */
  wanted: ColumnId;
}

export interface AmountEdit {
  rowId: string;
  column: ColumnId;
  /** Text the editor opens with. */
  text: string;
  selectAll: boolean;
}

export interface OpenMenu {
  kind: 'item' | 'balance' | 'note';
  rowId: string;
  column: ColumnId;
  anchor: Element;
}

export interface GridState {
  focus: GridFocus | null;
  edit: AmountEdit | null;
  /** Cell whose typed text was refused; drawn with a red outline for a moment. */
  refused: { rowId: string; column: ColumnId } | null;
  /** Row whose name is being edited. */
  renaming: string | null;
  adding: RowOptions['adding'];
  menu: OpenMenu | null;
  dragging: { rowId: string; lineIndex: number | null } | null;
  /** First row in view below the header; the sticky group header follows it. */
  firstVisible: number;
}

export type GridStore = StoreApi<GridState>;

export function createGridStore(): GridStore {
  return createStore<GridState>(() => ({
    focus: null,
    edit: null,
    refused: null,
    renaming: null,
    adding: null,
    menu: null,
    dragging: null,
    firstVisible: 0,
  }));
}

export function isAt(
  place: { rowId: string; column: ColumnId } | null,
  rowId: string,
  column: ColumnId,
): boolean {
  return place !== null && place.rowId === rowId && place.column === column;
}

export type CellMark = 'edited' | 'refused' | 'open' | 'focused';

/** What sets a cell apart from the others now, if anything; one subscription per cell. */
export function markAt(state: GridState, rowId: string, column: ColumnId): CellMark | null {
  if (isAt(state.edit, rowId, column)) return 'edited';
  if (isAt(state.refused, rowId, column)) return 'refused';
  if (state.menu?.kind === 'balance' && isAt(state.menu, rowId, column)) return 'open';
  return isAt(state.focus, rowId, column) ? 'focused' : null;
}

export const GridStoreContext = createContext<GridStore | null>(null);

export function useGridStore(): GridStore {
  const store = use(GridStoreContext);
  if (!store) throw new Error('The grid store is missing: wrap the grid in its context.');
  return store;
}

export function useGrid<T>(select: (state: GridState) => T): T {
  return useStore(useGridStore(), select);
}
