import { budgetTexts } from '@/texts/budget';
import type { Measure } from '../model/cells';

const TITLES: Record<Measure, string> = {
  budgeted: budgetTexts.budgeted,
  spent: budgetTexts.spent,
  balance: budgetTexts.balance,
};

export function measureTitle(measure: Measure, income: boolean): string {
  return income && measure === 'spent' ? budgetTexts.received : TITLES[measure];
}
