/** How many categories are overspent and by how much in all; for the strip above the grid. */
import { budgetTexts } from '@/texts/budget';

export interface Overspent {
  /** Categories whose overspending is charged to next month. */
  count: number;
  /** Sum of their balances in cents, zero or negative. */
  sum: number;
  /** Categories that are overspent and keep it, because their overspending rolls over. */
  rolling: number;
  /** All of them, in the order of the budget. */
  ids: readonly string[];
}

export function overspentOf(
  categories: readonly { id: string; balance: number; carryover: boolean }[],
): Overspent {
  const negative = categories.filter(({ balance }) => balance < 0);
  const charged = negative.filter(({ carryover }) => !carryover);
  return {
    count: charged.length,
    sum: charged.reduce((total, { balance }) => total + balance, 0),
    rolling: negative.length - charged.length,
    ids: negative.map(({ id }) => id),
  };
}

/** "4 overspent", where there is no room for more. */
export function overspentShort({ count, rolling }: Overspent): string {
  return count > 0 ? budgetTexts.overspentShort(count) : budgetTexts.rollingOver(rolling);
}

/** "4 categories overspent in November 2026, -534.55". */
export function overspentWords({ count, sum, rolling }: Overspent, format: (c: number) => string) {
  const words: string[] = [];
  if (count > 0) words.push(budgetTexts.overspentCategories(count, format(sum)));
  if (rolling > 0 && count > 0) words.push(budgetTexts.rollingOver(rolling));
  else if (rolling > 0) words.push(budgetTexts.categoriesRollingOver(rolling));
  return words.join(' · ');
}
