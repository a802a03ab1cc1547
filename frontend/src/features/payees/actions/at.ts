/** The payee an action is about. */

import { commonTexts } from '@/texts/common';
import { payeesTexts } from '@/texts/payees';
import type { PayeeAt } from '../grid/PayeesController';
import type { PayeeRow } from '../model/rows';

export type { PayeeAt };

export const findRow = ({ grid, rowId }: PayeeAt) => grid.row(rowId);
export const onRow = (at: PayeeAt) => findRow(at) !== undefined;

export function rowAt(at: PayeeAt): PayeeRow {
  const row = findRow(at);
  if (!row) throw new Error(`Payee ${at.rowId} is not in the table.`);
  return row;
}

/** The payees a bulk action is for: a row of the menu that is not selected stands for itself. */
export function chosenAt({ grid, rowId, anchor }: PayeeAt): PayeeRow[] {
  const row = grid.row(rowId);
  const isAlone = anchor && row && !grid.selection.getState().rows.has(rowId);
  return isAlone ? [row] : grid.chosen(rowId);
}

/** Writes wait for the connection. */
export function offline({ grid }: PayeeAt): string | undefined {
  return grid.offline ? commonTexts.offline : undefined;
}

export function protectedRow(at: PayeeAt): string | undefined {
  return offline(at) ?? (findRow(at)?.isTransfer ? payeesTexts.isTransfer : undefined);
}
