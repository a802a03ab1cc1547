/** Words of the account screens. Those with a fixed wording are in the app's catalogue. */
import type { AccountType } from '@/generated/contract';
import { counted } from './transactions';

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
  name: 'Name',
  type: 'Type',
  chooseType: 'Select a type…',
  offBudgetHint: 'Counts toward net worth, not your budget.',
  balance: 'Current balance',
  owedHint: 'Enter what you owe as a negative, for example -250.00.',
  closeTitle: 'Close Account',
  close: 'Close account',
  delete: 'Delete account',
  chooseAccount: 'Select account…',
  category: 'Category',
  noOtherAccount: 'No other open account can receive the balance. Add one first, or force close.',
  forceClose: 'Force close',
  forcedButton: (count: number) => `Delete ${counted(count)}`,
  keep: 'Keep them',
  closed: (name: string) => `Closed ${name}`,
  deleted: (name: string) => `Deleted ${name}`,

  note: 'Note',
  reopen: 'Reopen',
  accountName: 'Account name',
  actions: (name: string) => `Actions for ${name}`,
  moved: (name: string, position: number, count: number) =>
    `Moved ${name}, position ${position} of ${count}`,
  linked: 'linked to a bank',
  unlinkAccount: 'Unlink Account',
  unlinkLead: (name: string) =>
    `${name} will get no more transactions from its bank. Existing ones stay. You cannot undo this.`,
  unlinked: (name: string) => `Unlinked ${name}`,

  noneLead: 'Add your accounts. The money in them is what you budget.',
  forceLead: (count: number) =>
    `The account and its ${counted(count)} will be deleted. The other sides of its transfers stay in their accounts.`,
  closeDeletes: '{name} has no transactions, so it will be deleted.',
  closePlain: (count: number) =>
    `{name} moves to the closed accounts with its ${counted(count)}. You can reopen it at any time.`,
  closeMoves: (count: number) =>
    `Where should the {balance} of {name} go? The account moves to the closed ones with its ${counted(count)}.`,
  unlink: 'Unlink',
} as const;
