/** What the fields of a condition choose from, and the names of what was chosen. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoryName } from '@/components/pickers/categoryOptions';
import type { PickablePayee } from '@/components/pickers/payeeOptions';
import type { Account, CategoryGroup } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';

export interface Lookups {
  accounts: readonly Account[];
  groups: readonly CategoryGroup[];
  payees: readonly PickablePayee[];
}

const NO_ACCOUNTS: readonly Account[] = [];
const NO_GROUPS: readonly CategoryGroup[] = [];
const NO_PAYEES: readonly PickablePayee[] = [];

async function fetchPayees(): Promise<PickablePayee[]> {
  const query = { table: 'payees', selectExpressions: ['id', 'name', 'transfer_acct'] };
  return (await send('query', query)).data as PickablePayee[];
}

export function useLookups(): Lookups {
  const { data: accounts = NO_ACCOUNTS } = useQuery(
    { queryKey: ['accounts'], queryFn: () => send('accounts-get', {}) },
    lists,
  );
  const { data: groups = NO_GROUPS } = useQuery(
    {
      queryKey: ['categories', 'tree'],
      queryFn: async () => (await send('get-categories', {})).grouped,
    },
    lists,
  );
  const { data: payees = NO_PAYEES } = useQuery(
    { queryKey: ['payees', 'all'], queryFn: fetchPayees, meta: { tables: ['accounts'] } },
    lists,
  );
  return useMemo(() => ({ accounts, groups, payees }), [accounts, groups, payees]);
}

/** The name of what an id of this field stands for; empty while it is not known. */
export function nameIn(lookups: Lookups, field: string, id: string): string {
  if (field === 'category') return categoryName(lookups.groups, id);
  const named = field === 'payee' ? lookups.payees : lookups.accounts;
  return named.find((each) => each.id === id)?.name ?? '';
}
