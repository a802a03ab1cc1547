/** Explains why a crossover has no expenses to project, and what helps. */
import type { Crossover, Month } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';

/** How many of its months come before the first one that has anything; all of them if none has. */
function emptyMonths({ months, savings, expenses }: Crossover): number {
  const begins = months.findIndex((_, at) => savings[at] !== 0 || expenses[at] !== 0);
  return begins < 0 ? months.length : begins;
}

/** The month to start in instead, if the range begins before there is anything; else null. */
export function betterStart(figures: Crossover): Month | null {
  const empty = emptyMonths(figures);
  return empty === 0 ? null : (figures.months[empty] ?? null);
}

/** The reason for zero expenses. */
export function noExpensesWords(figures: Crossover): string {
  const empty = emptyMonths(figures);
  const { length } = figures.months;
  if (empty === length) return figureTexts.noRows;
  return empty === 0 ? figureTexts.seldomExpenses : figureTexts.emptyMonths(empty, length);
}
