import { Pencil } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { type BudgetAt, offline, onName } from './at';

export const rename: Action<BudgetAt> = {
  id: 'rename',
  label: budgetTexts.rename,
  keys: ['F2'],
  icon: Pencil,
  applies: onName,
  reason: offline,
  run: ({ grid, rowId }) => grid.rename(rowId),
};
