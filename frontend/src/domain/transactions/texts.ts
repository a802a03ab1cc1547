/** Words of the register. Those in `exact` have a fixed wording. */
export const exact = {
  accountRequired: 'Account is a required field',
  amountLeft: 'Amount left:',
  addSplit: 'Add Split',
  noTransactions: 'No transactions',
  budgeted: 'Budgeted Accounts',
  offBudget: 'Off Budget Accounts',
  uncategorized: 'Uncategorized',
  all: 'All Accounts',
  closed: 'Closed: ',
  addAccount: 'Add account',
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
