import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { onRow, type PayeeAt } from './at';

export const rowMenu: Action<PayeeAt> = {
  id: 'row-menu',
  label: commonTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onRow,
  run: ({ grid, rowId, anchor }) => grid.openMenu('row', { rowId, column: 'name' }, anchor),
};
