import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { onRow, placeOf, type RegisterAt } from './at';

export const rowMenu: Action<RegisterAt> = {
  id: 'row-menu',
  label: commonTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu'],
  applies: onRow,
  run: (at) => {
    at.grid.noteFocus(placeOf(at));
    return at.grid.openMenu('row', placeOf(at));
  },
};
