import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { NAME_COLUMN } from '../model/columns';
import { type BudgetAt, onAmount, onItem, onMeasure, onName } from './at';

const onBalance = (at: BudgetAt) => onMeasure(at, 'balance');

function openAmountMenu(at: BudgetAt): boolean {
  return at.grid.openMenu('amount', at, at.anchor);
}

function openRowMenu(at: BudgetAt): boolean {
  const place = { rowId: at.rowId, column: NAME_COLUMN };
  return at.grid.openMenu('row', place, at.anchor);
}

/** An amount has its own menu; its row has one at the name. */
export const amountMenu: Action<BudgetAt> = {
  id: 'amount-menu',
  label: budgetTexts.openAmountMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onAmount,
  run: openAmountMenu,
};

export const rowMenu: Action<BudgetAt> = {
  id: 'row-menu',
  label: commonTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onItem,
  run: (at) => (onAmount(at) ? openAmountMenu(at) : openRowMenu(at)),
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
