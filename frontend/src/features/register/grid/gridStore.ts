/**
 * Screen state of the grid: focus and the open editor. Rows select from it one by one, so that
 * moving the focus redraws two rows and not the table.
 */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ColumnId } from '../model/columns';
import type { Transaction } from '../model/transaction';

export interface CellPlace {
  rowId: string;
  column: ColumnId;
}

export interface CellEdit extends CellPlace {
  /** The key that opened the editor; it replaces the old value. */
  startText: string | undefined;
  /** It was opened by a press, as a list of choices is. */
  byPointer: boolean;
  /** The row as it was when the editor was opened. */
  base: Transaction;
}

/** A menu that is open at a cell. */
export interface RowMenuState extends CellPlace {
  anchor: Element;
}

export interface GridState {
  focus: CellPlace | null;
  edit: CellEdit | null;
  menu: RowMenuState | null;
}

export type GridStore = StoreApi<GridState>;

export function createGridStore(): GridStore {
  return createStore<GridState>(() => ({ focus: null, edit: null, menu: null }));
}

export const GridStoreContext = createContext<GridStore | null>(null);

export function useGrid<T>(select: (state: GridState) => T): T {
  const store = use(GridStoreContext);
  if (!store) throw new Error('The grid store is missing: wrap the grid in its context.');
  return useStore(store, select);
}
