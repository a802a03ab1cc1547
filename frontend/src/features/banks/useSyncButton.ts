import type { AccountId } from '@/generated/contract';
import { syncWithBank } from '@/lib/banks/status';
import { useBankSyncing } from '@/lib/banks/syncing';

/** Syncs one account or all of them; busy while syncing. */
export function useSyncButton(id: AccountId | null): { isBusy: boolean; sync: () => void } {
  const isBusy = useBankSyncing(({ ids }) => (id === null ? ids.size > 0 : ids.has(id)));
  return { isBusy, sync: () => void syncWithBank(id) };
}
