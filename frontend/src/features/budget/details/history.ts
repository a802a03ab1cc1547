/** The last months of a category: what was spent or received in each. */
import type { Month } from '@/generated/contract';
import { addMonths, monthRange } from '@/lib/format/dates';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { categoryCell } from '../model/cells';

/** Months with a bar, the shown one included. */
const BARS = 12;

/** Up to twelve months that end with `last`; none before the budget starts. */
export function historyMonths(last: Month, start: Month): Month[] {
  return monthRange(addMonths(last, 1 - BARS), BARS).filter((month) => month >= start);
}

/** The full names of a category's spent cells. */
export function spentCells(categoryId: string, months: readonly Month[]): string[] {
  return months.map((month) => cellName(monthSheet(month), categoryCell('spent', categoryId)));
}

/** The full names of a category's balance cells. */
export function balanceCells(categoryId: string, months: readonly Month[]): string[] {
  return months.map((month) => cellName(monthSheet(month), categoryCell('balance', categoryId)));
}

/** The mean of whole cents, rounded half away from zero; null without any. */
export function averageOf(amounts: readonly number[]): number | null {
  if (amounts.length === 0) return null;
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const rounded = Math.round(Math.abs(total) / amounts.length);
  return total < 0 ? 0 - rounded : rounded;
}

/** The height of each bar in percent of the highest; what went the other way has none. */
export function barHeights(amounts: readonly number[]): number[] {
  const highest = Math.max(0, ...amounts);
  return amounts.map((amount) => (amount > 0 ? (amount / highest) * 100 : 0));
}
