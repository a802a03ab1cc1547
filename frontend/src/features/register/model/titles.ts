import type { ViewId } from '@/domain/transactions/view';
import type { Account } from '@/generated/contract';
import { commonTexts } from '@/texts/common';
import { transactionsTexts } from '@/texts/transactions';

const SPECIAL: Record<string, string> = {
  all: commonTexts.allAccounts,
  budgeted: commonTexts.budgetAccounts,
  offbudget: commonTexts.offBudget,
  uncategorized: commonTexts.uncategorized,
};

/** The title of a view; empty for an account that is not known. */
export function viewTitle(viewId: ViewId, accounts: readonly Account[]): string {
  const special = SPECIAL[viewId];
  if (special) return special;
  const account = accounts.find(({ id }) => id === viewId);
  if (!account) return '';
  return account.closed ? transactionsTexts.closed(account.name) : account.name;
}
