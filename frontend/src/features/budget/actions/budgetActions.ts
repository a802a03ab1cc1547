/** Every action of the budget grid, and the menus that are drawn from them. */
import type { ActionGroups } from '@/components/grid/GridMenu';
import { MOVEMENT } from '@/components/grid/movement';
import type { Action } from '@/lib/actions/actions';
import { addCategory } from './addCategory';
import { addGroup } from './addGroup';
import type { BudgetAt } from './at';
import { collapse, collapseAll, expand, expandAll } from './collapse';
import { clearAmount, continueAmount, editAmount, typeAmount } from './editAmount';
import { hide, show } from './hide';
import { moveDown, moveToNextGroup, moveToPreviousGroup, moveUp } from './moveItem';
import { moveToGroup } from './moveToGroup';
import { note } from './note';
import { balanceMenu, nameMenu, rowMenu } from './openMenus';
import { remove } from './remove';
import { rename } from './rename';
import { rollover } from './rollover';
import { showSpent } from './showSpent';

export const ROW_MENU: ActionGroups<BudgetAt> = [
  [rename, note, addCategory],
  [moveUp, moveDown, moveToGroup],
  [hide, show, remove],
];

export const BALANCE_MENU: ActionGroups<BudgetAt> = [[rollover]];

/** The first one that applies takes a key, so the actions of a cell come before movement. */
export const BUDGET_ACTIONS: readonly Action<BudgetAt>[] = [
  editAmount,
  typeAmount,
  continueAmount,
  clearAmount,
  showSpent,
  nameMenu,
  balanceMenu,
  rowMenu,
  collapse,
  expand,
  collapseAll,
  expandAll,
  moveToPreviousGroup,
  moveToNextGroup,
  addGroup,
  ...ROW_MENU.flat(),
  rollover,
  ...MOVEMENT,
];
