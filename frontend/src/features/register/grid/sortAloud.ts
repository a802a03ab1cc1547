import { directionOf, isSortable } from '@/domain/transactions/sort';
import { COLUMN_TITLES } from '@/domain/transactions/texts';
import { sortBy } from '@/domain/transactions/view';
import { announce } from '@/lib/announce/announce';
import type { ColumnId } from '../model/columns';

/** Sorts by a column, or turns its order around, and says what the order is now. */
export function sortAloud(column: ColumnId): void {
  if (!isSortable(column)) return;
  const sort = sortBy(column);
  const sorted = sort?.column ?? 'date';
  announce(`Sorted by ${COLUMN_TITLES[sorted].toLowerCase()}, ${directionOf(sort, sorted)}`);
}
