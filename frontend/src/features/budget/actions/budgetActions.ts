/** Every action of the budget grid, and the menus that are drawn from them. */
import type { ActionGroups } from '@/components/grid/GridMenu';
import { MOVEMENT } from '@/components/grid/movement';
import type { Action } from '@/lib/actions/actions';
import { addCategory } from './addCategory';
import { addGroup } from './addGroup';
import type { BudgetAt } from './at';
import { copyAmount, pasteAmounts } from './clipboard';
import { collapse, collapseAll, expand, expandAll } from './collapse';
import { clearAmount, continueAmount, editAmount, typeAmount } from './editAmount';
import { explain } from './explain';
import { average, copyLast, copyOnward, fillRight } from './fill';
import { hide, show } from './hide';
import { cover, transfer } from './money';
import { moveDown, moveToNextGroup, moveToPreviousGroup, moveUp } from './moveItem';
import { moveToGroup } from './moveToGroup';
import { note } from './note';
import { amountMenu, balanceMenu, nameMenu, rowMenu } from './openMenus';
import { remove } from './remove';
import { rename } from './rename';
import { rollover } from './rollover';
import { showSpent } from './showSpent';
import { applyTemplate } from './templates';

export const ROW_MENU: ActionGroups<BudgetAt> = [
  [rename, note, addCategory],
  [moveUp, moveDown, moveToGroup],
  [hide, show, remove],
];

export const BALANCE_MENU: ActionGroups<BudgetAt> = [[cover, transfer], [rollover], [explain]];

export const AMOUNT_MENU: ActionGroups<BudgetAt> = [
  [copyLast, average, copyOnward, fillRight, applyTemplate],
  [clearAmount],
  [explain],
];

/** The first one that applies takes a key, so the actions of a cell come before movement. */
export const BUDGET_ACTIONS: readonly Action<BudgetAt>[] = [
  editAmount,
  typeAmount,
  continueAmount,
  clearAmount,
  showSpent,
  nameMenu,
  balanceMenu,
  amountMenu,
  rowMenu,
  collapse,
  expand,
  collapseAll,
  expandAll,
  moveToPreviousGroup,
  moveToNextGroup,
  addGroup,
  ...ROW_MENU.flat(),
  ...BALANCE_MENU.flat(),
  copyLast,
  average,
  copyOnward,
  fillRight,
  applyTemplate,
  copyAmount,
  pasteAmounts,
  ...MOVEMENT,
];
