/** The way from transactions to the schedule they belong to, and to a new one. */
import { CalendarClock, CalendarPlus, Link2 } from 'lucide-react';
import type { Transaction } from '@/domain/transactions/transaction';
import type { Action } from '@/lib/actions/actions';
import { layerPaths } from '@/lib/layers/layers';
import { schedulesTexts } from '@/texts/schedules';
import { findRow, offline, onWhole, type RegisterAt, rowAt } from './at';

/** The fields that a new schedule takes from a transaction. */
const startOf = ({ payee, account, amount, date }: Transaction) => ({
  payee,
  account,
  amount,
  date,
});

const onLinked = (at: RegisterAt) => Boolean(findRow(at)?.schedule);

export const viewSchedule: Action<RegisterAt> = {
  id: 'view-schedule',
  label: schedulesTexts.view,
  keys: ['V'],
  icon: CalendarClock,
  applies: onLinked,
  run: (at) => {
    const { schedule } = rowAt(at);
    if (schedule) at.grid.openLayer(layerPaths.schedule(schedule));
  },
};

/** The selected transactions, else the one of the row. Lines of splits go with their split. */
function chosen({ grid, rowId, anchor }: RegisterAt): string[] {
  const { rows } = grid.model.selection.getState();
  const isAlone = anchor ? !rows.has(rowId) : rows.size === 0;
  const ids = isAlone ? [rowId] : [...rows.keys()];
  const whole = ids.map((id) => grid.model.list.entry(id)?.row.id ?? id);
  return [...new Set(whole)];
}

export const linkSchedule: Action<RegisterAt> = {
  id: 'link-schedule',
  label: schedulesTexts.link,
  general: schedulesTexts.linkHelp,
  keys: ['S'],
  icon: Link2,
  applies: (at) => at.grid.hasSelection() || onWhole(at),
  reason: offline,
  run: (at) => {
    const transactionIds = chosen(at);
    const rows = transactionIds.flatMap((id) => at.grid.model.list.row(id) ?? []);
    const [row] = rows;
    at.grid.openLayer(layerPaths.link, {
      transactionIds,
      isLinked: rows.some(({ schedule }) => schedule !== null),
      ...(rows.length === 1 && row ? { start: startOf(row) } : {}),
    });
  },
};

export const makeSchedule: Action<RegisterAt> = {
  id: 'make-schedule',
  label: schedulesTexts.make,
  icon: CalendarPlus,
  applies: (at) => onWhole(at) && !onLinked(at),
  reason: offline,
  run: (at) => {
    const row = rowAt(at);
    at.grid.openLayer(layerPaths.newSchedule, { start: startOf(row), transactionId: row.id });
  },
};
