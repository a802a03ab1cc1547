/** What closing an account asks for. */

import type { ComboGroup } from '@/components/comboMatch';
import type { Account, AccountClose, AccountFigures, CategoryGroup } from '@/generated/contract';
import { groupAccounts } from '@/lib/accounts/accounts';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';

/** 'delete': nothing in it. 'plain': nothing left in it. 'transfer': somebody must take it over. */
export type Way = 'delete' | 'plain' | 'transfer';

export function wayOf({ balance, numTransactions }: AccountFigures): Way {
  if (numTransactions === 0) return 'delete';
  return balance === 0 ? 'plain' : 'transfer';
}

export interface Choice {
  transferId: string | null;
  categoryId: string | null;
}

export interface ChoiceErrors {
  transfer?: string;
  category?: string;
}

/** Money leaves the budget, so that it counts for a category. */
export function needsCategory(
  account: Account,
  transferId: string | null,
  accounts: readonly Account[],
): boolean {
  const target = accounts.find(({ id }) => id === transferId);
  return !account.offbudget && target?.offbudget === true;
}

/** The choices still missing before the account can be closed; empty when none are. */
export function missing(way: Way, choice: Choice, isCategoryNeeded: boolean): ChoiceErrors {
  if (way !== 'transfer') return {};
  return {
    ...(choice.transferId === null && { transfer: exact.transferRequired }),
    ...(isCategoryNeeded && choice.categoryId === null && { category: exact.categoryRequired }),
  };
}

/** The arguments of the call, without choices that no longer apply. */
export function closeArguments(
  id: string,
  way: Way,
  choice: Choice,
  isCategoryNeeded: boolean,
): AccountClose {
  if (way !== 'transfer') return { id };
  return {
    id,
    transferAccountId: choice.transferId,
    ...(isCategoryNeeded && { categoryId: choice.categoryId }),
  };
}

/** The open accounts that may take the money over. */
export function transferOptions(
  closing: Account,
  accounts: readonly Account[],
  balanceOf: (id: string) => string,
): ComboGroup[] {
  const { onBudget, offBudget } = groupAccounts(accounts.filter(({ id }) => id !== closing.id));
  const option = ({ id, name }: Account) => ({ id, name, detail: balanceOf(id) });
  return [
    { id: 'on-budget', name: commonTexts.budgetAccounts, options: onBudget.map(option) },
    { id: 'off-budget', name: commonTexts.offBudget, options: offBudget.map(option) },
  ];
}

export function categoryOptions(groups: readonly CategoryGroup[]): ComboGroup[] {
  return groups
    .filter(({ hidden }) => !hidden)
    .map(({ id, name, categories }) => ({
      id,
      name,
      options: categories.filter(({ hidden }) => !hidden).map(({ id, name }) => ({ id, name })),
    }));
}
