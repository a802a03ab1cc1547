import { texts } from '../texts';

export interface Place {
  to: string;
  name: string;
  /** The two keys that lead there. */
  keys?: string;
}

/** Every screen of an open budget that has an address of its own. */
export const PLACES: readonly Place[] = [
  { to: '/budget', name: texts.shell.budget, keys: 'G B' },
  { to: '/accounts', name: texts.shell.allAccounts, keys: 'G A' },
  { to: '/accounts/budgeted', name: texts.shell.forBudget },
  { to: '/accounts/offbudget', name: texts.shell.offBudget },
  { to: '/accounts/uncategorized', name: texts.shell.uncategorized },
  { to: '/payees', name: texts.shell.payees, keys: 'G P' },
  { to: '/settings', name: texts.shell.settings, keys: 'G ,' },
  { to: '/tools/fix-splits', name: texts.shell.repairSplits },
];
