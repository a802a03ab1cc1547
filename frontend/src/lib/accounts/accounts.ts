import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { named } from '@/lib/lists/named';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountSum } from '@/lib/sheet/useCell';

/** The first part is a table: a pushed event that names it loads the list again. */
export const ACCOUNTS_KEY = ['accounts'] as const;

export async function fetchAccounts(): Promise<Account[]> {
  return (await send('accounts-get', {})).map(named);
}

/** The cell of the `__global` sheet that holds an account's balance. */
export function balanceCell({ id }: Pick<Account, 'id'>): string {
  return `balance-${id}`;
}

/**
 * The sum of the balances of these accounts; undefined until all are known. The cells with totals
 * add up the lines of splits instead, and differ while the lines of a split do not add up.
 */
export function useTotalBalance(accounts: readonly Account[]): number | undefined {
  return useAmountSum(GLOBAL_SHEET, accounts.map(balanceCell));
}

/** All accounts of the open budget, in their order. */
export function useAccounts() {
  return useQuery({ queryKey: ACCOUNTS_KEY, queryFn: fetchAccounts }, lists);
}

export interface AccountGroups {
  /** On budget and off. */
  open: Account[];
  onBudget: Account[];
  offBudget: Account[];
  closed: Account[];
}

/** The groups of the sidebar; closed accounts stand apart whatever they were. */
export function groupAccounts(accounts: readonly Account[]): AccountGroups {
  const sorted = [...accounts].sort((a, b) => a.sort_order - b.sort_order);
  const open = sorted.filter(({ closed }) => !closed);
  return {
    open,
    onBudget: open.filter(({ offbudget }) => !offbudget),
    offBudget: open.filter(({ offbudget }) => offbudget),
    closed: sorted.filter(({ closed }) => closed),
  };
}
