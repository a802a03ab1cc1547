import { CircleHelp } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { explainTexts } from '@/texts/explain';
import { openExplain } from '../explain/openExplain';
import { type BudgetAt, numberAt } from './at';

export const explain: Action<BudgetAt> = {
  id: 'explain',
  label: explainTexts.explain,
  keys: ['?'],
  icon: CircleHelp,
  applies: (at) => numberAt(at) !== null,
  run: (at) => {
    const cell = numberAt(at);
    return cell !== null && openExplain(cell, at.grid.model);
  },
};
