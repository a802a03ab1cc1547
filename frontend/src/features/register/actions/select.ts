import type { Action } from '@/lib/actions/actions';
import { registerTexts } from '@/texts/register';
import { onRow, type RegisterAt } from './at';

/** On the box of a row. */
export const selectCell: Action<RegisterAt> = {
  id: 'select-cell',
  label: registerTexts.selectHelp,
  keys: ['Enter', 'F2'],
  applies: (at) => at.column === 'select' && onRow(at),
  run: ({ grid, rowId }) => grid.toggleSelected(rowId),
};
