/** The selected transactions. They are kept with what the totals and actions need of them. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Transaction } from './transaction';

export type SelectedRow = Pick<
  Transaction,
  'id' | 'amount' | 'is_child' | 'is_parent' | 'parent_id' | 'reconciled' | 'cleared'
>;

export interface SelectionState {
  rows: ReadonlyMap<string, SelectedRow>;
  /** Where a range starts. */
  anchor: string | null;
}

export type Selection = StoreApi<SelectionState>;

const NONE: ReadonlyMap<string, SelectedRow> = new Map();

export function createSelection(): Selection {
  return createStore<SelectionState>(() => ({ rows: NONE, anchor: null }));
}

export function selectedRow(row: SelectedRow): SelectedRow {
  const { id, amount, is_child, is_parent, parent_id, reconciled, cleared } = row;
  return { id, amount, is_child, is_parent, parent_id, reconciled, cleared };
}

export function toggleRow(selection: Selection, row: Transaction): void {
  const rows = new Map(selection.getState().rows);
  if (!rows.delete(row.id)) rows.set(row.id, selectedRow(row));
  selection.setState({ rows, anchor: row.id });
}

/** Adds rows to what is selected; the anchor stays, so that a range can still grow. */
export function addRows(selection: Selection, added: readonly SelectedRow[]): void {
  const rows = new Map(selection.getState().rows);
  for (const row of added) rows.set(row.id, selectedRow(row));
  selection.setState({ rows });
}

export function selectOnly(selection: Selection, only: readonly Transaction[]): void {
  const rows = new Map(only.map((row) => [row.id, selectedRow(row)]));
  selection.setState({ rows, anchor: only[0]?.id ?? null });
}

export function clearSelection(selection: Selection): void {
  if (selection.getState().rows.size > 0) selection.setState({ rows: NONE, anchor: null });
}

/** Takes over what has changed in selected rows, and drops those that are gone. */
export function refreshRows(
  selection: Selection,
  ids: Iterable<string>,
  rowOf: (id: string) => SelectedRow | undefined,
): void {
  const { rows } = selection.getState();
  const known = [...ids].filter((id) => rows.has(id));
  if (known.length === 0) return;
  const next = new Map(rows);
  for (const id of known) {
    const row = rowOf(id);
    if (row) next.set(id, selectedRow(row));
    else next.delete(id);
  }
  selection.setState({ rows: next });
}

/** The sum of the selected rows; children count only without their parent (spec/4 1.8). */
export function selectedTotal(rows: ReadonlyMap<string, SelectedRow>): number {
  let total = 0;
  for (const { amount, is_child, parent_id } of rows.values()) {
    if (!is_child || parent_id === null || !rows.has(parent_id)) total += amount;
  }
  return total;
}
