import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { measureColumn } from '../model/columns';
import { type BudgetAt, onMeasure, rowAt } from './at';

export const showSpent: Action<BudgetAt> = {
  id: 'show-spent',
  label: budgetTexts.showSpentHelp,
  keys: ['Enter'],
  applies: (at) => onMeasure(at, 'spent'),
  run: (at) => {
    const row = rowAt(at);
    const month = measureColumn(at.column)?.month;
    if (row?.kind === 'category' && month) at.grid.onShowSpent?.(row, month);
  },
};
