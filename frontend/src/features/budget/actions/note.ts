import { StickyNote } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { type BudgetAt, onItem } from './at';

export const note: Action<BudgetAt> = {
  id: 'note',
  label: 'Note',
  icon: StickyNote,
  applies: onItem,
  run: (at) => at.grid.openMenu('note', at, at.anchor),
};
