import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { NAME_COLUMN } from '../model/columns';
import { type BudgetAt, onItem, onMeasure, onName } from './at';

const onBalance = (at: BudgetAt) => onMeasure(at, 'balance');

function openRowMenu(at: BudgetAt): boolean {
  const place = { rowId: at.rowId, column: NAME_COLUMN };
  return at.grid.openMenu('row', place, at.anchor);
}

export const rowMenu: Action<BudgetAt> = {
  id: 'row-menu',
  label: commonTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onItem,
  run: openRowMenu,
};

/** Enter is the way to the menu only where the cell has nothing else to open. */
export const nameMenu: Action<BudgetAt> = {
  id: 'name-menu',
  label: budgetTexts.openNameMenu,
  keys: ['Enter'],
  applies: onName,
  run: openRowMenu,
};

export const balanceMenu: Action<BudgetAt> = {
  id: 'balance-menu',
  label: budgetTexts.openBalanceMenu,
  keys: ['Enter', 'Space', 'Alt+ArrowDown'],
  applies: onBalance,
  run: (at) => at.grid.openMenu('balance', at, at.anchor),
};
