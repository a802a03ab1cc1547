import { CircleHelp } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { openExplain } from '../explain/openExplain';
import type { GridModel } from '../grid/gridModel';
import { type BudgetAt, numberAt } from './at';

export const explain: Action<BudgetAt> = {
  id: 'explain',
  label: budgetTexts.explain,
  keys: ['?'],
  icon: CircleHelp,
  applies: (at) => numberAt(at) !== null,
  run: (at) => {
    const cell = numberAt(at);
    return cell !== null && openExplain(cell, at.grid.model);
  },
};

/** The same on a total, which stands in no row of the grid. */
export const explainTotal: Action<{ cell: string; model: GridModel }> = {
  id: 'explain-total',
  label: budgetTexts.explain,
  keys: ['?'],
  run: ({ cell, model }) => openExplain(cell, model),
};
