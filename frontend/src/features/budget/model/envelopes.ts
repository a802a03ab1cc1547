/** The categories that spend, which are envelopes in an envelope budget. */
import type { Category, CategoryGroup } from '@/generated/contract';

export function expenseCategories(groups: readonly CategoryGroup[]): Category[] {
  return groups.filter((group) => !group.is_income).flatMap((group) => group.categories);
}

/** Those that are not hidden, as actions on whole months see them. */
export function shownEnvelopes(groups: readonly CategoryGroup[]): Category[] {
  return expenseCategories(groups.filter(({ hidden }) => !hidden)).filter(({ hidden }) => !hidden);
}
