import { StickyNote } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { type BudgetAt, onItem } from './at';

export const note: Action<BudgetAt> = {
  id: 'note',
  label: budgetTexts.note,
  icon: StickyNote,
  applies: onItem,
  run: (at) => at.grid.openMenu('note', at, at.anchor),
};
