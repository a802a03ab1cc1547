/** The selected rows of a grid, loaded or not, and the keys that select. */
import { useEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RowSource } from './rowSource';

export interface SelectionState<Item> {
  rows: ReadonlyMap<string, Item>;
  /** Where a range starts. */
  anchor: string | null;
}

export type Selection<Item> = StoreApi<SelectionState<Item>>;

interface Identified {
  id: string;
}

export function createSelection<Item extends Identified>(): Selection<Item> {
  return createStore<SelectionState<Item>>(() => ({ rows: new Map(), anchor: null }));
}

export function toggleRow<Item extends Identified>(selection: Selection<Item>, row: Item): void {
  const rows = new Map(selection.getState().rows);
  if (!rows.delete(row.id)) rows.set(row.id, row);
  selection.setState({ rows, anchor: row.id });
}

/** Adds rows to the selection; the anchor stays, so that a range can still grow. */
export function addRows<Item extends Identified>(
  selection: Selection<Item>,
  added: readonly Item[],
): void {
  const rows = new Map(selection.getState().rows);
  for (const row of added) rows.set(row.id, row);
  selection.setState({ rows });
}

export function selectOnly<Item extends Identified>(
  selection: Selection<Item>,
  only: readonly Item[],
): void {
  const rows = new Map(only.map((row) => [row.id, row]));
  selection.setState({ rows, anchor: only[0]?.id ?? null });
}

export function clearSelection<Item>(selection: Selection<Item>): void {
  if (selection.getState().rows.size > 0) selection.setState({ rows: new Map(), anchor: null });
}

/** Selects everything between the anchor and a row; without an anchor the row alone. */
export function selectRange<Row, Item extends Identified>(
  selection: Selection<Item>,
  source: RowSource<Row>,
  itemOf: (row: Row | undefined) => Item | null,
  toKey: string,
): void {
  const to = source.indexOf(toKey);
  const { anchor } = selection.getState();
  const from = anchor === null ? to : source.indexOf(anchor);
  if (to < 0 || from < 0) return;
  const items: Item[] = [];
  for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
    const item = itemOf(source.rowAt(at));
    if (item) items.push(item);
  }
  if (anchor === null) selection.setState({ anchor: toKey });
  addRows(selection, items);
}

/** Takes over changes of selected rows, and drops those that are gone. */
export function refreshRows<Item extends Identified>(
  selection: Selection<Item>,
  ids: Iterable<string>,
  rowOf: (id: string) => Item | undefined,
): void {
  const { rows } = selection.getState();
  const known = [...ids].filter((id) => rows.has(id));
  if (known.length === 0) return;
  const next = new Map(rows);
  for (const id of known) {
    const row = rowOf(id);
    if (row) next.set(id, row);
    else next.delete(id);
  }
  selection.setState({ rows: next });
}

/** Drops the selected rows that are gone, or that the filter no longer shows. */
export function useSelectedAmong<Item extends Identified>(
  selection: Selection<Item>,
  rows: readonly Item[],
): void {
  useEffect(() => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    refreshRows(selection, selection.getState().rows.keys(), (id) => byId.get(id));
  }, [selection, rows]);
}
