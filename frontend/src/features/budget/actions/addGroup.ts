import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { type BudgetAt, offline, rowAt } from './at';

export const addGroup: Action<BudgetAt> = {
  id: 'add-group',
  label: budgetTexts.addGroup,
  keys: ['Enter', 'Space'],
  applies: (at) => rowAt(at)?.kind === 'add-group',
  reason: offline,
  run: ({ grid }) => grid.add({ kind: 'group' }),
};
