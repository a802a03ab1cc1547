import { number, plural } from './locale';

/** '1 transaction', '1,204 transactions'. */
export const counted = (count: number) =>
  plural(count, { one: 'transaction', other: 'transactions' });

/** Words of transactions, wherever they are shown. */
export const transactionsTexts = {
  accountRequired: 'Account is a required field',
  amountLeft: 'Amount left:',
  addSplit: 'Add Split',
  noTransactions: 'No transactions',
  closed: (name: string) => `Closed: ${name}`,
  lockedLead:
    '{name} is reconciled. A change can make the account differ from the bank again. Unlock it to change it.',
  amountLeftOf: (amount: string) => `Amount left: ${amount}`,
  offBudgetHasNoCategory: 'Off budget accounts have no categories',
  transferHasNoCategory: 'Transfers between budget accounts have no category',
  split: (lines: number) => `Split (${number(lines)})`,
  transfer: 'Transfer',
  tags: 'Tags',
  unlockTransaction: 'Unlock transaction',
  percentRange: 'Type a number from 0 to 100',
  partsNotHundred: (sum: string) => `The lines add up to ${sum} %, not 100 %`,
} as const;

/** A transaction that is half typed. */
export const draftTexts = {
  notSavedYet: 'This was not saved yet.',
  startOver: 'Start over',
  discard: 'Discard',
} as const;

/** A transaction was changed elsewhere while it was edited here. */
export const conflictTexts = {
  changed: 'This transaction was changed in another tab or on another device.',
  updated: 'Updated: it was changed in another tab or on another device.',
  keepYours: 'Keep yours',
  useTheirs: 'Use theirs',
} as const;

/** Words of the register on a phone. */
export const phoneTexts = {
  bank: 'Bank',
  pending: 'Pending',
  select: 'Select transactions',
  selectHint: 'Tap the transactions to select.',
  tick: (name: string) => `Cleared: ${name}`,
} as const;

export const COLUMN_TITLES = {
  select: 'Selected',
  date: 'Date',
  account: 'Account',
  payee: 'Payee',
  notes: 'Notes',
  category: 'Category',
  payment: 'Payment',
  deposit: 'Deposit',
  amount: 'Amount',
  balance: 'Balance',
  cleared: 'Cleared',
} as const;
