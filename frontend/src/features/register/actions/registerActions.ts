/** Every action of the register's grid, and the menu that is drawn from them. */
import type { ActionGroups } from '@/components/grid/GridMenu';
import { MOVEMENT } from '@/components/grid/movement';
import { SELECTING } from '@/components/grid/selecting';
import type { Action } from '@/lib/actions/actions';
import type { RegisterAt } from './at';
import { bankSaid } from './bankSaid';
import { BULK, duplicateRow, removeRow } from './bulk';
import { clear, clearCell, tick } from './clear';
import { createRule } from './createRule';
import { edit, typeOver } from './edit';
import { fold } from './fold';
import { moveByLetter } from './moveByLetter';
import { rowMenu } from './rowMenu';
import { linkSchedule, makeSchedule, viewSchedule } from './schedule';
import { selectCell } from './select';
import { showInReports } from './showInReports';
import { addPart, removePart, split } from './split';
import { whyCategory } from './whyCategory';

const [select, ...selectMore] = SELECTING as readonly Action<RegisterAt>[];

export const ROW_MENU: ActionGroups<RegisterAt> = [
  [edit, ...(select ? [select] : []), clear, split],
  [viewSchedule, linkSchedule, makeSchedule, whyCategory, bankSaid, createRule, showInReports],
  [removePart, duplicateRow, removeRow],
];

/** The first one that applies takes a key, so the actions of a cell come before movement. */
export const REGISTER_ACTIONS: readonly Action<RegisterAt>[] = [
  tick,
  clearCell,
  selectCell,
  fold,
  edit,
  typeOver,
  ...(select ? [select] : []),
  ...selectMore,
  rowMenu,
  addPart,
  removePart,
  clear,
  split,
  createRule,
  viewSchedule,
  linkSchedule,
  makeSchedule,
  whyCategory,
  bankSaid,
  showInReports,
  ...BULK,
  moveByLetter,
  ...MOVEMENT,
];
