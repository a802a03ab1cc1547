/** Every action of the schedules table, with its menu and its bar. */
import { Pencil, Trash2 } from 'lucide-react';
import type { ActionGroups } from '@/components/grid/GridMenu';
import { MOVEMENT } from '@/components/grid/movement';
import { SELECTING } from '@/components/grid/selecting';
import { needsNewDate } from '@/domain/schedules/schedule';
import { type Target, turnAction } from '@/domain/schedules/turnAction';
import { COMPLETE, POST, POST_TODAY, RESTART, SKIP, type Turn } from '@/domain/schedules/turns';
import { deleteSchedules, run } from '@/domain/schedules/writes';
import type { Action } from '@/lib/actions/actions';
import { getToday } from '@/lib/prefs/useToday';
import { commonTexts } from '@/texts/common';
import { schedulesTexts } from '@/texts/schedules';
import { askForDate } from './askForDate';
import { chosenAt, findRow, onRow, refusal, type ScheduleAt } from './at';

const edit: Action<ScheduleAt> = {
  id: 'edit',
  label: schedulesTexts.edit,
  general: schedulesTexts.editHelp,
  keys: ['Enter', 'F2'],
  icon: Pencil,
  applies: onRow,
  run: (at) => {
    const row = findRow(at);
    if (row) at.grid.onEdit(row);
  },
};

const targetOf = (at: ScheduleAt): Target | undefined => {
  const row = findRow(at);
  return row && { schedule: row.schedule, name: row.title, offline: at.grid.offline };
};
const onSchedule = (turn: Turn, keys: readonly string[]) => turnAction(turn, keys, targetOf);

const remove: Action<ScheduleAt> = {
  id: 'delete',
  label: (at) => schedulesTexts.removeSome(chosenAt(at).length),
  general: schedulesTexts.removeHelp,
  keys: ['D', 'Delete'],
  icon: Trash2,
  look: 'danger',
  reason: refusal,
  run: async (at) => {
    const chosen = chosenAt(at).map(({ id, title }) => ({ id, name: title }));
    if (!(await run(deleteSchedules(chosen)))) return;
    at.grid.selectNone();
    at.grid.returnFocus();
  },
};

const rowMenu: Action<ScheduleAt> = {
  id: 'row-menu',
  label: commonTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onRow,
  run: ({ grid, rowId, anchor }) => grid.openMenu('row', { rowId, column: 'menu' }, anchor),
};

/** Enter in the last column opens the menu that stands there. */
const menuCell: Action<ScheduleAt> = {
  ...rowMenu,
  id: 'menu-cell',
  label: schedulesTexts.menuCellHelp,
  keys: ['Enter', 'Space'],
  applies: (at) => onRow(at) && at.column === 'menu',
};

const post = onSchedule(POST, ['P']);
const postToday = onSchedule(POST_TODAY, ['Shift+P']);
const skip = onSchedule(SKIP, ['N']);
const complete = onSchedule(COMPLETE, ['C']);
const restartAtOnce = onSchedule(RESTART, ['R']);
const restart: Action<ScheduleAt> = {
  ...restartAtOnce,
  run: (at, event) => {
    const target = targetOf(at);
    if (target && needsNewDate(target.schedule, getToday())) askForDate(target);
    else restartAtOnce.run(at, event);
  },
};

export const ROW_MENU: ActionGroups<ScheduleAt> = [
  [edit, post, postToday, skip],
  [complete, restart],
  [remove],
];

export const SELECTED: readonly Action<ScheduleAt>[] = [remove];

export const SCHEDULE_ACTIONS: readonly Action<ScheduleAt>[] = [
  menuCell,
  ...ROW_MENU.flat(),
  ...SELECTING,
  rowMenu,
  ...MOVEMENT,
];
