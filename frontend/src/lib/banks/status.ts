/** Bank status for the account lists; everything else loads on demand. */
import type { Account, AccountId } from '@/generated/contract';

import { useBankSyncing } from './syncing';

export type BankState = 'ok' | 'syncing' | 'problem';

const FINE: readonly string[] = ['ok', 'pending', 'sync-requested'];

/** Whether a status means that the last sync failed. */
export const isProblemStatus = (status: string | null | undefined): boolean =>
  typeof status === 'string' && !FINE.includes(status);

/** Whether an account is linked and its last sync failed. */
export function hasBankProblem(account: Account): boolean {
  return account.bankId !== undefined && isProblemStatus(account.bankSyncStatus);
}

/** The bank status of an account; null if it is not linked. */
export function useBankState(account: Account): BankState | null {
  const isSyncing = useBankSyncing(({ ids }) => ids.has(account.id));
  if (account.bankId === undefined) return null;
  if (isSyncing) return 'syncing';
  return hasBankProblem(account) ? 'problem' : 'ok';
}

/** Whether an account is open and not linked. */
export const isLinkable = (account: Account): boolean =>
  !account.closed && account.bankId === undefined;

/** Syncs one account with its bank, or all linked accounts. */
export async function syncWithBank(id: AccountId | null): Promise<void> {
  const { syncBanks } = await import('./syncBanks');
  await syncBanks(id);
}
