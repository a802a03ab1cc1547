import type { Action } from '@/lib/actions/actions';
import { registerTexts } from '@/texts/register';
import { findRow, type RegisterAt, rowAt } from './at';

export const fold: Action<RegisterAt> = {
  id: 'fold',
  label: registerTexts.expandOrCollapseTheSplit,
  keys: ['Enter', 'F2'],
  applies: (at) => at.column === 'category' && findRow(at)?.is_parent === true,
  run: (at) => at.grid.toggleFold(rowAt(at)),
};
