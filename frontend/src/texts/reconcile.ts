import { plural } from './locale';
import { counted } from './transactions';

/** Words of reconciling. */
export const reconcileTexts = {
  marked: (count: number, cleared: boolean) =>
    `Marked ${counted(count)} ${cleared ? 'cleared' : 'not cleared'}`,
  bankMayHave: (amount: string) => `The bank may have ${amount}.`,
  adds: (amount: string) => `Adds a cleared transaction of ${amount}`,
  locks: (name: string) => `Locks every cleared transaction of ${name}`,
  noPayee: 'No payee',
  adjustmentNote: 'Reconciliation balance adjustment',
  adjustedTheBalanceOf: (account: string) => `Adjusted the balance of ${account}`,
  reconciled: (account: string) => `Reconciled ${account}`,
  noExplanationFound: 'No explanation found',
  explanationsFound: (found: number) =>
    plural(found, { one: '# explanation found', other: '# explanations found' }),
  explanation: 'Explanation of the difference',
  explainDifference: 'Explain difference',
  nothingFound: "No obvious cause. Check your bank for a transaction that's missing here.",
  explanations: 'Explanations',
  notClearedAddsUp: 'These uncleared transactions add up to it:',
  clearedTooMuch: 'Cleared here, maybe not at the bank:',
  enteredTwice: 'Entered twice?',
  wrongSign: 'Wrong sign?',
  twoDigitsSwapped: 'Two digits swapped?',
  suspects: 'Suspects',
  markCleared: 'Mark cleared',
  markNotCleared: 'Mark not cleared',
  show: 'Show',
  allReconciled: 'All reconciled!',
  difference: (words: string) => `Difference ${words}`,
  reconciliation: 'Reconciliation',
  clearedBalance: 'Cleared balance',
  bankBalance: 'Bank balance',
  difference2: 'Difference',
  unclearedOnly: 'Uncleared only',
  addAdjustment: 'Create Reconciliation Transaction',
  cancel: 'Cancel',
  doneReconciling: 'Done Reconciling',
  reconcile: 'Reconcile',
  enterBankBalance: 'Enter the balance your bank shows today.',
} as const;
