import type { Measure } from '../model/cells';

const TITLES: Record<Measure, string> = {
  budgeted: 'Budgeted',
  spent: 'Spent',
  balance: 'Balance',
};

export function measureTitle(measure: Measure, income: boolean): string {
  return income && measure === 'spent' ? 'Received' : TITLES[measure];
}
