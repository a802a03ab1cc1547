/** Words of the panel beside the budget. */
export const detailsTexts = {
  details: 'Budget Details',
  choose: 'Choose a category to see how its money moves.',
  lastMonths: 'Spent in the last months',
  receivedLately: 'Received in the last months',
  balanceLately: 'Balance in the last months',
  average: (amount: string) => `${amount} a month on average`,
  inMonth: (month: string, amount: string) => `${month}: ${amount}`,
  budgetIn: (month: string) => `Budget in ${month}`,
  budgetedBefore: (month: string) => `As in ${month}`,
  spentBefore: (month: string) => `Spent in ${month}`,
  averageSpent: 'Average spent',
  lastTransactions: 'Last transactions',
  none: 'None yet.',
  noPayee: 'No payee',
  noNote: 'No note yet.',
  explainBalance: 'Explain the balance',
} as const;
