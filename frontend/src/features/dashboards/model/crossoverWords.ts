/** Explains why a crossover has no expenses to project. */
import type { Crossover } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';

/** The reason for zero expenses, and what to choose instead. */
export function noExpensesWords({ months, savings, expenses }: Crossover): string {
  const begins = months.findIndex((_, at) => savings[at] !== 0 || expenses[at] !== 0);
  if (begins < 0) return figureTexts.noRows;
  const first = months[begins];
  if (begins <= 0 || first === undefined) return figureTexts.seldomExpenses;
  return figureTexts.emptyMonths(begins, months.length, monthTitle(first));
}
