/** What can be done with accounts. Every write names its undo step. */

import type { Account, AccountType } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';
import { showAhead } from '@/lib/lists/showAhead';
import { saveNote } from '@/lib/notes/notes';
import { ACCOUNTS_KEY } from './accounts';

export interface NewAccount {
  name: string;
  type: AccountType;
  offBudget: boolean;
  /** The balance, in cents. */
  cents: number;
}

/**
 * Adds an account and returns its id. The backend takes the balance in units. The list is refetched
 * first, so that the new account's register does not treat it as unknown.
 */
export async function createAccount({ cents, ...account }: NewAccount): Promise<string> {
  const args = { ...account, balance: cents / 100 };
  const named = step('addedAccount', { name: account.name });
  const id = await send('account-create', args, { step: named });
  await lists.refetchQueries({ queryKey: ACCOUNTS_KEY });
  return id;
}

/** Renames an account; an empty name is ignored. */
export async function renameAccount(account: Account, text: string): Promise<void> {
  const name = text.trim();
  if (name === '' || name === account.name) return;
  const named = step('renamed', { from: account.name, to: name });
  const write = send('account-update', { id: account.id, name }, { step: named });
  await onAccounts(write, (other) => (other.id === account.id ? { ...other, name } : other));
  confirmStep(named);
}

/** Moves an account to a place between its neighbours; null is the end of the list. */
export async function moveAccount(
  account: Account,
  place: { targetId: string | null; sort_order: number },
  message: string,
): Promise<void> {
  const { targetId, sort_order } = place;
  const named = step('moved', { name: account.name });
  const write = send('account-move', { id: account.id, targetId }, { step: named });
  await onAccounts(write, (other) => (other.id === account.id ? { ...other, sort_order } : other));
  confirmStep(named, message);
}

export async function reopenAccount(account: Account): Promise<void> {
  const named = step('reopenedAccount', { name: account.name });
  const write = send('account-reopen', { id: account.id }, { step: named });
  await onAccounts(write, (other) =>
    other.id === account.id ? { ...other, closed: false } : other,
  );
  confirmStep(named);
}

/** Unlinks an account from its bank. There is no undo: the bank is not notified again. */
export async function unlinkAccount({ id }: Account): Promise<void> {
  await onAccounts(send('account-unlink', { id }), (other) => {
    const { bankId: _, ...unlinked } = other;
    return other.id === id ? unlinked : other;
  });
}

export function saveAccountNote(account: Account, note: string): Promise<unknown> {
  return saveNote(`account-${account.id}`, note, step('changedNote', { name: account.name }));
}

/** Shows the accounts as they will be. */
async function onAccounts(
  write: Promise<unknown>,
  change: (account: Account) => Account,
): Promise<void> {
  await showAhead<Account[], unknown>(ACCOUNTS_KEY, write, (accounts) => accounts.map(change));
}
