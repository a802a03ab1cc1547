import { directionOf, isSortable } from '@/domain/transactions/sort';
import { sortBy, type ViewStore } from '@/domain/transactions/view';
import { announce } from '@/lib/announce/announce';
import { registerTexts } from '@/texts/register';
import { COLUMN_TITLES } from '@/texts/transactions';
import type { ColumnId } from '../model/columns';

/** Sorts by a column, or turns its order around, and says what the order is now. */
export function sortAloud(view: ViewStore, column: ColumnId): void {
  if (!isSortable(column)) return;
  const sort = sortBy(view, column);
  const sorted = sort?.column ?? 'date';
  const direction = registerTexts[directionOf(sort, sorted) ?? 'ascending'];
  announce(registerTexts.sortedBy(COLUMN_TITLES[sorted], direction));
}
