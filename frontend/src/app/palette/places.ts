import { commonTexts } from '@/texts/common';
import { scheduleScreens } from '@/texts/scheduleShell';
import { shellTexts } from '@/texts/shell';

export interface Place {
  to: string;
  name: string;
  /** The two keys that lead there. */
  keys?: string;
}

/** Every screen of an open budget that has an address of its own. */
export const PLACES: readonly Place[] = [
  { to: '/budget', name: shellTexts.budget, keys: 'G B' },
  { to: '/accounts', name: commonTexts.allAccounts, keys: 'G A' },
  { to: '/accounts/budgeted', name: commonTexts.budgetAccounts },
  { to: '/accounts/offbudget', name: commonTexts.offBudget },
  { to: '/accounts/uncategorized', name: commonTexts.uncategorized },
  { to: '/reports', name: shellTexts.reports, keys: 'G R' },
  { to: '/schedules', name: scheduleScreens.schedules, keys: 'G S' },
  { to: '/payees', name: shellTexts.payees, keys: 'G P' },
  { to: '/rules', name: shellTexts.rules, keys: 'G U' },
  { to: '/bank-sync', name: shellTexts.bankSync },
  { to: '/settings', name: shellTexts.settings, keys: 'G ,' },
  { to: '/tools/fix-splits', name: shellTexts.repairSplits },
];
