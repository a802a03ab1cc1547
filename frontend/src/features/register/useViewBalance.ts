import type { ViewId } from '@/domain/transactions/view';
import type { Account } from '@/generated/contract';
import { balanceCell, groupAccounts, useTotalBalance } from '@/lib/accounts/accounts';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';

/** The cents of all transactions of a view; undefined until known. */
export function useViewBalance(viewId: ViewId, accounts: readonly Account[]): number | undefined {
  const total = useTotalBalance(accountsOf(viewId, accounts));
  const uncategorized = useAmountCell(GLOBAL_SHEET, 'uncategorized-balance');
  return viewId === 'uncategorized' ? uncategorized : total;
}

/** The accounts whose balances a view adds up. */
function accountsOf(viewId: ViewId, accounts: readonly Account[]): readonly Account[] {
  const { open, onBudget, offBudget } = groupAccounts(accounts);
  switch (viewId) {
    case 'all':
      return open;
    case 'budgeted':
      return onBudget;
    case 'offbudget':
      return offBudget;
    default:
      return accounts.filter(({ id }) => id === viewId);
  }
}

/** The cells with the balances of an account's cleared and uncleared transactions. */
export function partialCells(account: Account): { cleared: string; uncleared: string } {
  const cell = balanceCell(account);
  return { cleared: `${cell}-cleared`, uncleared: `${cell}-uncleared` };
}
