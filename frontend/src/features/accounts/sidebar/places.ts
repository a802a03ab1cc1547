/** Where an account of a list can go. */
import type { Account } from '@/generated/contract';
import { type AccountGroups, groupAccounts } from '@/lib/accounts/accounts';

/** Room left between neighbours; the backend has the last word. */
const STEP = 16_384;

export interface Place {
  /** The account it goes before; null for the end. */
  targetId: string | null;
  sort_order: number;
}

/** The list an account is shown in. */
export function listOf(account: Account, accounts: readonly Account[]): Account[] {
  const groups: AccountGroups = groupAccounts(accounts);
  if (account.closed) return groups.closed;
  return account.offbudget ? groups.offBudget : groups.onBudget;
}

/** The place that makes an account the one at `index` of its list; null where it is already. */
export function placeAt(account: Account, index: number, list: readonly Account[]): Place | null {
  const others = list.filter(({ id }) => id !== account.id);
  if (index < 0 || index > others.length || list[index]?.id === account.id) return null;
  const after = others[index];
  const before = others[index - 1];
  if (!after) return { targetId: null, sort_order: (before?.sort_order ?? 0) + STEP };
  return { targetId: after.id, sort_order: ((before?.sort_order ?? 0) + after.sort_order) / 2 };
}
