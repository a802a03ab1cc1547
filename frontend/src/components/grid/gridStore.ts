/**
 * Screen state of a grid: focus, the open editor, the open menu and dragging. Cells select from
 * it one by one, so that moving the focus redraws two cells and not the table.
 */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A cell. */
export interface Place<Column extends string = string> {
  rowId: string;
  column: Column;
}

/** The focused cell. `wanted` survives passing rows that lack the column. */
export interface Focus<Column extends string = string> extends Place<Column> {
  wanted: Column;
}

export interface OpenMenu<Column extends string = string> extends Place<Column> {
  kind: string;
  anchor: Element;
}

export interface GridState<
  Column extends string = string,
  Edit extends Place<Column> = Place<Column>,
> {
  focus: Focus<Column> | null;
  /** The open editor; one at a time. */
  edit: Edit | null;
  /** The cell whose typed text was just refused. */
  refused: Place<Column> | null;
  menu: OpenMenu<Column> | null;
  dragging: { rowId: string; lineIndex: number | null } | null;
  /** First row in view below the head. */
  firstVisible: number;
}

export type GridStore<
  Column extends string = string,
  Edit extends Place<Column> = Place<Column>,
> = StoreApi<GridState<Column, Edit>>;

export function createGridStore<
  Column extends string = string,
  Edit extends Place<Column> = Place<Column>,
>(): GridStore<Column, Edit> {
  return createStore<GridState<Column, Edit>>(() => ({
    focus: null,
    edit: null,
    refused: null,
    menu: null,
    dragging: null,
    firstVisible: 0,
  }));
}

export function isAt(place: Place | null, rowId: string, column: string): boolean {
  return place !== null && place.rowId === rowId && place.column === column;
}

export const GridStoreContext = createContext<unknown>(null);

/**
 * Selects from the state of the grid around. A feature with editors of its own names the state's
 * type once and hands that hook on.
 */
export function useGrid<T, State extends GridState = GridState>(select: (state: State) => T): T {
  const store = use(GridStoreContext) as StoreApi<State> | null;
  if (!store) throw new Error('The grid store is missing: draw this inside a Grid.');
  return useStore(store, select);
}

/** The focused column of a row; null when the focus is elsewhere. One subscription per row. */
export function useFocusedColumn(rowId: string): string | null {
  return useGrid(({ focus }) => (focus?.rowId === rowId ? focus.column : null));
}
