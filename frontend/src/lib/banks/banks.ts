/** Bank data of the open budget: linked accounts, providers and last imports. */
import { useQuery } from '@tanstack/react-query';
import type { AccountId } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists, reread } from '@/lib/lists/lists';

const LINKED_KEY = ['accounts', 'linked'] as const;
const BANKS_KEY = ['accounts', 'banks'] as const;
const PROVIDERS_KEY = ['bank-providers'] as const;
const REPORT_KEY = ['accounts', 'bank-report'] as const;

/** The linked accounts with their status. Transactions change the balance comparison. */
export function useLinkedAccounts() {
  return useQuery(
    {
      queryKey: LINKED_KEY,
      queryFn: () => send('bank/linked-accounts', {}),
      meta: { tables: ['banks', 'preferences'], restedTables: ['transactions'] },
    },
    lists,
  );
}

export function useBanks() {
  return useQuery(
    {
      queryKey: BANKS_KEY,
      queryFn: () => send('banks', {}),
      meta: { tables: ['banks'] },
    },
    lists,
  );
}

/** The providers. Every screen that shows them reads them from the server again. */
export function useProviders() {
  return useQuery(
    {
      queryKey: PROVIDERS_KEY,
      queryFn: fetchProviders,
      staleTime: 0,
    },
    lists,
  );
}

export const fetchProviders = () => send('bank/providers', {});

export const rereadProviders = () => reread(PROVIDERS_KEY);

/** The last imports of an account, newest first. */
export function useImports(accountId: AccountId) {
  return useQuery(
    {
      queryKey: [...REPORT_KEY, accountId],
      queryFn: () => send('bank/report', { accountId }),
      staleTime: 0,
    },
    lists,
  );
}

/** Refetches bank data that a sync or link changed outside the budget's tables. */
export function rereadBanks(): void {
  for (const queryKey of [LINKED_KEY, BANKS_KEY, REPORT_KEY]) {
    void lists.invalidateQueries({ queryKey });
  }
}
