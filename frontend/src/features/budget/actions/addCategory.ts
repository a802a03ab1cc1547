import { Plus } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { type BudgetAt, offline, rowAt } from './at';

export const addCategory: Action<BudgetAt> = {
  id: 'add-category',
  label: budgetTexts.addCategory,
  icon: Plus,
  applies: (at) => rowAt(at)?.kind === 'group',
  reason: offline,
  run: ({ grid, rowId }) => grid.add({ kind: 'category', groupId: rowId }),
};
