/** The editor of the register's grid. */
import { type GridState, type GridStore, type Place, useGrid } from '@/components/grid/gridStore';
import type { Transaction } from '@/domain/transactions/transaction';
import type { ColumnId } from '../model/columns';

export type CellPlace = Place<ColumnId>;

export interface CellEdit extends CellPlace {
  /** The key that opened the editor; it replaces the old value. */
  startText: string | undefined;
  /** It was opened by a press, as a list of choices is. */
  byPointer: boolean;
  /** The row as it was when the editor was opened. */
  base: Transaction;
}

export type RegisterState = GridState<ColumnId, CellEdit>;
export type RegisterStore = GridStore<ColumnId, CellEdit>;

export function useRegister<T>(select: (state: RegisterState) => T): T {
  return useGrid(select);
}
