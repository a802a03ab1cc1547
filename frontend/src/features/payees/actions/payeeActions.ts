/** Every action of the payees table, with its menu and its bar. */
import type { ActionGroups } from '@/components/grid/GridMenu';
import { MOVEMENT } from '@/components/grid/movement';
import { SELECTING } from '@/components/grid/selecting';
import type { Action } from '@/lib/actions/actions';
import type { PayeeAt } from './at';
import { favorite, favoriteCell } from './favorite';
import { learn, learnCell } from './learn';
import { merge } from './merge';
import { remove } from './remove';
import { rename } from './rename';
import { rowMenu } from './rowMenu';
import { openRules, showRules } from './showRules';
import { openCount, showTransactions } from './showTransactions';

export const ROW_MENU: ActionGroups<PayeeAt> = [
  [rename, showTransactions, showRules],
  [favorite, learn],
  [merge, remove],
];

export const SELECTED: readonly Action<PayeeAt>[] = [merge, remove];

export const PAYEE_ACTIONS: readonly Action<PayeeAt>[] = [
  openCount,
  openRules,
  favoriteCell,
  learnCell,
  ...ROW_MENU.flat(),
  ...SELECTING,
  rowMenu,
  ...MOVEMENT,
];
