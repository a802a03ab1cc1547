/** Words of the form of one transaction. */
export const transactionFormTexts = {
  goToAccounts: 'Go to the accounts',
  parts: 'Lines',
  part: (what: number) => `Line ${what}`,
  remove: (what: string) => `Remove ${what.toLowerCase()}`,
  amount: 'Amount',
  cleared: 'Cleared',
  savingUnlocks: 'Reconciled. Saving a change unlocks it.',
  transfer: 'Transfer',
  deletedMeanwhile: 'This transaction was deleted in the meantime.',
  direction: 'Direction',
  payment: 'Payment',
  deposit: 'Deposit',
  moreActions: 'More actions',
  whyCategory: 'Why this category?',
  gone: 'This transaction no longer exists.',
  loading: 'Loading the transaction',
} as const;
