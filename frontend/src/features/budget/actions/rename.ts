import { Pencil } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { type BudgetAt, offline, onName } from './at';

export const rename: Action<BudgetAt> = {
  id: 'rename',
  label: commonTexts.rename,
  keys: ['F2'],
  icon: Pencil,
  applies: onName,
  reason: offline,
  run: ({ grid, rowId }) => grid.rename(rowId),
};
