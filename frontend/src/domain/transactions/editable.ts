import { type ColumnId, columnsBut } from './columnId';
import type { Transaction } from './transaction';

/** The columns that can be typed into. */
export const EDITABLE: ReadonlySet<ColumnId> = new Set(columnsBut('select', 'balance', 'cleared'));

/** Says whether a category means anything to a transaction. */
export type TakesCategory = (row: Transaction) => boolean;

/** Date and account of a part of a split are those of the whole. */
export function isEditable(
  row: Transaction,
  column: ColumnId,
  takesCategory: TakesCategory,
): boolean {
  if (!EDITABLE.has(column)) return false;
  if (column === 'category' && !takesCategory(row)) return false;
  if (row.is_child) return column !== 'date' && column !== 'account';
  return !(row.is_parent && column === 'category');
}

/** The next column of a row that can be typed into; null at its end. */
export function nextEditable(
  row: Transaction,
  column: ColumnId,
  columns: readonly ColumnId[],
  step: 1 | -1,
  takesCategory: TakesCategory,
): ColumnId | null {
  for (let at = columns.indexOf(column) + step; at >= 0 && at < columns.length; at += step) {
    const candidate = columns[at] as ColumnId;
    if (isEditable(row, candidate, takesCategory)) return candidate;
  }
  return null;
}
