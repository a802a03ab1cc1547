/** Requests of the account screens, except for the list of accounts. */
import { useQuery } from '@tanstack/react-query';
import type { AccountClose, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';

/** The figures of an account, refetched each time they are shown. */
export function useFigures(id: string) {
  const queryKey = ['transactions', 'figures', id];
  return useQuery(
    { queryKey, queryFn: () => send('account-properties', { id }), gcTime: 0, staleTime: 0 },
    lists,
  );
}

export function closeAccount(how: AccountClose, step: StepName) {
  return send('account-close', how, { step });
}
