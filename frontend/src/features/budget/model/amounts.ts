/** What an amount says besides its digits: states of balances and words of the summary (22.4). */

import type { BudgetType, Month } from '@/generated/contract';
import { addMonths, monthShort } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import { templatesTexts } from '@/texts/templates';

/** `below` is less than what a tracking budget had planned, which takes no money from others. */
export type BalanceState = 'positive' | 'zero' | 'below' | 'overspent' | 'rolls-over';

export function balanceState(balance: number, carryover: boolean, type: BudgetType): BalanceState {
  if (balance < 0 && type === 'report') return 'below';
  if (balance < 0) return carryover ? 'rolls-over' : 'overspent';
  return balance === 0 ? 'zero' : 'positive';
}

/** The words after the amount in a balance's accessible name; empty when there is no state. */
export const BALANCE_WORDS: Record<BalanceState, string> = {
  positive: '',
  zero: '',
  below: '',
  overspent: budgetTexts.overspentState,
  'rolls-over': budgetTexts.overspentRollsOver,
};

export interface SummaryLine {
  label: string;
  cell: string;
  /** Held money is stored positive and shown as what it takes away. */
  negate?: boolean;
  /** It stands beside the sum and is no part of it. */
  isBeside?: boolean;
  /** A second figure after "of". */
  ofCell?: string;
}

export interface SummaryShape {
  lines: SummaryLine[];
  totalCell: string;
  totalLabel: (total: number) => string;
}

/** The content of a month's summary card; `today` separates plans from results. */
export function summaryShape(type: BudgetType, month: Month, today: Month): SummaryShape {
  return type === 'report' ? reportSummary(month, today) : rolloverSummary(month);
}

/** What all goals of the month miss. */
const UNDERFUNDED: SummaryLine = {
  label: templatesTexts.underfunded,
  cell: 'total-underfunded',
  isBeside: true,
};

function rolloverSummary(month: Month): SummaryShape {
  return {
    lines: [
      { label: budgetTexts.availableFunds, cell: 'available-funds' },
      {
        label: budgetTexts.overspentIn(monthShort(addMonths(month, -1))),
        cell: 'last-month-overspent',
      },
      { label: budgetTexts.budgeted, cell: 'total-budgeted' },
      { label: budgetTexts.forNextMonth, cell: 'buffered-selected', negate: true },
      UNDERFUNDED,
    ],
    totalCell: 'to-budget',
    totalLabel: (total) => (total < 0 ? budgetTexts.overbudgeted : budgetTexts.toBudget),
  };
}

function reportSummary(month: Month, today: Month): SummaryShape {
  const planned = month >= today;
  return {
    lines: [
      { label: budgetTexts.income, cell: 'total-income', ofCell: 'total-budget-income' },
      { label: budgetTexts.spent, cell: 'total-spent', ofCell: 'total-budgeted' },
      { label: budgetTexts.balance, cell: 'total-leftover' },
      UNDERFUNDED,
    ],
    totalCell: planned ? 'total-saved' : 'real-saved',
    totalLabel: (total) => {
      if (planned) return budgetTexts.projectedSavings;
      return total < 0 ? budgetTexts.overspent : budgetTexts.saved;
    },
  };
}
