import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { onRow, type PayeeAt } from './at';

export const rowMenu: Action<PayeeAt> = {
  id: 'row-menu',
  label: payeesTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onRow,
  run: ({ grid, rowId, anchor }) => grid.openMenu('row', { rowId, column: 'name' }, anchor),
};
