/** What the account screens ask for besides the accounts themselves. */
import { useQuery } from '@tanstack/react-query';
import type { Account, AccountClose } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';

/** First parts are table names: a pushed event that names the table reloads the list. */
const CATEGORIES_KEY = ['categories', 'tree'] as const;
const NOTES_KEY = ['notes', 'all'] as const;

export function useCategoryGroups(isWanted: boolean) {
  const queryFn = async () => (await send('get-categories', {})).grouped;
  const meta = { tables: ['category_groups'] };
  return useQuery({ queryKey: CATEGORIES_KEY, queryFn, meta, enabled: isWanted }, lists);
}

export function useNotes() {
  return useQuery({ queryKey: NOTES_KEY, queryFn: () => send('notes-get', {}) }, lists);
}

/** What is in an account, for as long as somebody looks at it. */
export function useFigures(id: string) {
  const queryKey = ['transactions', 'figures', id];
  return useQuery(
    { queryKey, queryFn: () => send('account-properties', { id }), gcTime: 0, staleTime: 0 },
    lists,
  );
}

export function closeAccount(account: Account, how: AccountClose, deletes: boolean) {
  const label = `${deletes ? 'Deleted' : 'Closed'} account ${account.name}`;
  return send('account-close', how, { label });
}
