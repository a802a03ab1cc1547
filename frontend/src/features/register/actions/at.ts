/** The transaction a register action is about. */

import type { Transaction } from '@/domain/transactions/transaction';
import { commonTexts } from '@/texts/common';
import type { RegisterAt } from '../grid/RegisterController';
import type { ColumnId } from '../model/columns';

export type { RegisterAt };

export function findRow({ grid, rowId }: RegisterAt): Transaction | undefined {
  return grid.model.list.row(rowId);
}

/** The transaction; only for actions that apply to one. */
export function rowAt(at: RegisterAt): Transaction {
  const row = findRow(at);
  if (!row) throw new Error(`Row ${at.rowId} is not loaded.`);
  return row;
}

export const onRow = (at: RegisterAt) => findRow(at) !== undefined;
export const onWhole = (at: RegisterAt) => findRow(at)?.is_child === false;
export const onPart = (at: RegisterAt) => findRow(at)?.is_child === true;

export const placeOf = ({ rowId, column }: RegisterAt) => ({ rowId, column: column as ColumnId });

/** Writes wait for the connection. */
export function offline({ grid }: RegisterAt): string | undefined {
  return grid.model.offline ? commonTexts.offline : undefined;
}
