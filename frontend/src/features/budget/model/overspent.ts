/** Which categories are overspent and by how much; for the strip above the grid. */
import { budgetTexts } from '@/texts/budget';

/** A category with a negative balance. */
export interface Debt {
  id: string;
  /** Cents, negative. */
  balance: number;
}

export interface Overspent {
  /** Categories whose overspending is charged to next month. */
  charged: readonly Debt[];
  /** Categories that keep theirs, because it rolls over. */
  rolling: readonly Debt[];
  /** All of them, in the order of the budget. */
  ids: readonly string[];
}

export function overspentOf(
  categories: readonly { id: string; balance: number; carryover: boolean }[],
): Overspent {
  const negative = categories.filter(({ balance }) => balance < 0);
  const debts = (rolls: boolean) =>
    negative
      .filter(({ carryover }) => carryover === rolls)
      .map(({ id, balance }) => ({ id, balance }));
  return { charged: debts(false), rolling: debts(true), ids: negative.map(({ id }) => id) };
}

/** "4 overspent", where there is no room for more. */
export function overspentShort({ charged, rolling }: Overspent): string {
  return charged.length > 0
    ? budgetTexts.overspentShort(charged.length)
    : budgetTexts.rollingOver(rolling.length);
}

/** "Restaurants is overspent by 43.17 · Medical carries -86.50"; several are counted. */
export function overspentWords(
  { charged, rolling }: Overspent,
  nameOf: (categoryId: string) => string,
  format: (cents: number) => string,
): string {
  const [first] = charged;
  const [firstRolling] = rolling;
  const words: string[] = [];
  if (first) {
    const sum = format(-sumOf(charged));
    const isOne = charged.length === 1;
    words.push(
      isOne
        ? budgetTexts.isOverspent(nameOf(first.id), sum)
        : budgetTexts.areOverspent(charged.length, sum),
    );
  }
  if (firstRolling) {
    const sum = format(sumOf(rolling));
    const isOne = rolling.length === 1;
    words.push(
      isOne
        ? budgetTexts.carries(nameOf(firstRolling.id), sum)
        : budgetTexts.carry(rolling.length, sum),
    );
  }
  return words.join(' · ');
}

function sumOf(debts: readonly Debt[]): number {
  return debts.reduce((total, { balance }) => total + balance, 0);
}
