/** What the lists of accounts show of banks; the rest loads when it is wanted. */
import type { Account, AccountId } from '@/generated/contract';

import { useBankSyncing } from './syncing';

export type BankState = 'ok' | 'syncing' | 'problem';

const FINE: readonly (string | undefined)[] = [undefined, 'ok', 'pending', 'sync-requested'];

/** Whether an account is linked and its last sync failed. */
export function hasBankProblem(account: Account): boolean {
  return account.bankId !== undefined && !FINE.includes(account.bankSyncStatus);
}

/** How a linked account stands with its bank; null if it is not linked. */
export function useBankState(account: Account): BankState | null {
  const isSyncing = useBankSyncing(({ ids }) => ids.has(account.id));
  if (account.bankId === undefined) return null;
  if (isSyncing) return 'syncing';
  return hasBankProblem(account) ? 'problem' : 'ok';
}

/** An open account without a bank. */
export const isLinkable = (account: Account): boolean =>
  !account.closed && account.bankId === undefined;

/** Syncs one account with its bank, or all that are linked. */
export async function syncWithBank(id: AccountId | null): Promise<void> {
  const { syncBanks } = await import('./syncBanks');
  await syncBanks(id);
}
