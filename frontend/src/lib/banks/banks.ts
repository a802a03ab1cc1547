/** What the open budget knows of banks: its linked accounts, providers and last imports. */
import { useQuery } from '@tanstack/react-query';
import { send } from '@/lib/connection/backend';
import { lists, reread } from '@/lib/lists/lists';

const LINKED_KEY = ['accounts', 'linked'] as const;
const BANKS_KEY = ['accounts', 'banks'] as const;
const PROVIDERS_KEY = ['bank-providers'] as const;
const REPORT_KEY = ['accounts', 'bank-report'] as const;

/** The linked accounts with their status; the comparison of balances follows transactions. */
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

/** The providers. They are asked for at the server each time a screen shows them. */
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

/** The last imports of linked accounts, newest first. */
export function useReports() {
  return useQuery(
    { queryKey: REPORT_KEY, queryFn: () => send('bank/report', {}), staleTime: 0 },
    lists,
  );
}

/** Reads again what a sync or a link has changed beside the budget's tables. */
export function rereadBanks(): void {
  for (const queryKey of [LINKED_KEY, BANKS_KEY, REPORT_KEY]) {
    void lists.invalidateQueries({ queryKey });
  }
}
