/** What can be done with a transaction that a schedule will bring. */
import { Pencil } from 'lucide-react';
import type { ActionGroups } from '@/components/grid/GridMenu';
import { MOVEMENT } from '@/components/grid/movement';
import { type Target, turnAction } from '@/domain/schedules/turnAction';
import { COMPLETE, POST, POST_TODAY, SKIP, type Turn } from '@/domain/schedules/turns';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { comingTexts, schedulesTexts } from '@/texts/schedules';
import type { ComingAt } from '../coming/ComingController';

const findRow = ({ grid, rowId }: ComingAt) => grid.row(rowId);
const onRow = (at: ComingAt) => findRow(at) !== undefined;

/** The schedule of a row. */
function targetOf(at: ComingAt): Target | undefined {
  const row = findRow(at);
  if (!row?.schedule) return undefined;
  return { schedule: row.schedule, name: row.name, offline: at.grid.offline };
}

const onNext = (turn: Turn, keys: readonly string[]): Action<ComingAt> => ({
  ...afterNext(turnAction(turn, keys, targetOf)),
  id: `coming-${turn.id}`,
});

/** Later dates of a schedule wait for its next one. */
function afterNext(action: Action<ComingAt>): Action<ComingAt> {
  const isLater = (at: ComingAt) => findRow(at)?.preview.is_next === false;
  return {
    ...action,
    reason: (at) => (isLater(at) ? comingTexts.later : action.reason?.(at)),
  };
}

const edit: Action<ComingAt> = {
  id: 'edit',
  label: schedulesTexts.edit,
  keys: ['Enter', 'F2'],
  icon: Pencil,
  applies: onRow,
  run: (at) => {
    const row = findRow(at);
    if (row) at.grid.onEdit(row);
  },
};

const rowMenu: Action<ComingAt> = {
  id: 'row-menu',
  label: commonTexts.rowMenu,
  keys: ['Shift+F10', 'ContextMenu', 'Alt+ArrowDown'],
  applies: onRow,
  run: ({ grid, rowId, anchor }) => grid.openMenu('row', { rowId, column: 'cleared' }, anchor),
};

export const COMING_MENU: ActionGroups<ComingAt> = [
  [onNext(POST, ['P']), onNext(POST_TODAY, ['Shift+P']), onNext(SKIP, ['N'])],
  [onNext(COMPLETE, ['C']), edit],
];

/** The actions of the rows, besides the movement that every grid has. */
export const COMING_KEYS: readonly Action<ComingAt>[] = [...COMING_MENU.flat(), rowMenu];

export const COMING_ACTIONS: readonly Action<ComingAt>[] = [...COMING_KEYS, ...MOVEMENT];
