/** Words of the account screens. Those with a fixed wording are in the app's catalogue. */
import type { AccountType } from '@/generated/contract';

/** Kinds of accounts that can be made here, in the order of the picker. */
export const ACCOUNT_TYPES: readonly { id: AccountType; name: string }[] = [
  { id: 'checking', name: 'Checking' },
  { id: 'savings', name: 'Savings' },
  { id: 'credit', name: 'Credit Card' },
  { id: 'investment', name: 'Investment' },
  { id: 'mortgage', name: 'Mortgage' },
  { id: 'debt', name: 'Debt' },
  { id: 'other', name: 'Other' },
];

/** The name of an account type; imported files have more types than can be created here. */
export function typeName(type: string | null): string {
  const known = ACCOUNT_TYPES.find(({ id }) => id === type);
  if (known) return known.name;
  return type === 'cd' ? 'CD' : (type ?? '');
}

export const accountsTexts = {
  close: 'Close account',
  note: 'Note',
  reopen: 'Reopen',
  accountName: 'Account name',
  actions: (name: string) => `Actions for ${name}`,
  moved: (name: string, position: number, count: number) =>
    `Moved ${name}, position ${position} of ${count}`,
  linked: 'linked to a bank',
  unlinkAccount: 'Unlink Account',
  linkAccount: 'Link Account',
  syncAccount: 'Sync with bank',
  bankSettings: 'Bank sync settings',
  needsAttention: (name: string) => `${name}, needs attention`,
  syncing: (name: string) => `${name}, syncing`,
  noneLead: 'Add your accounts. The money in them is what you budget.',
} as const;
