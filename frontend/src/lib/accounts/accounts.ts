import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { named } from '@/lib/lists/named';

/** The first part is a table: a pushed event that names it loads the list again. */
export const ACCOUNTS_KEY = ['accounts'] as const;

export async function fetchAccounts(): Promise<Account[]> {
  return (await send('accounts-get', {})).map(named);
}

/** All accounts of the open budget, in their order. */
export function useAccounts() {
  return useQuery({ queryKey: ACCOUNTS_KEY, queryFn: fetchAccounts }, lists);
}

export interface AccountGroups {
  onBudget: Account[];
  offBudget: Account[];
  closed: Account[];
}

/** The groups of the sidebar; closed accounts stand apart whatever they were. */
export function groupAccounts(accounts: readonly Account[]): AccountGroups {
  const sorted = [...accounts].sort((a, b) => a.sort_order - b.sort_order);
  return {
    onBudget: sorted.filter(({ closed, offbudget }) => !closed && !offbudget),
    offBudget: sorted.filter(({ closed, offbudget }) => !closed && offbudget),
    closed: sorted.filter(({ closed }) => closed),
  };
}
