/** The schedule an action is about. */
import { commonTexts } from '@/texts/common';
import { schedulesTexts } from '@/texts/schedules';
import type { ScheduleAt } from '../grid/SchedulesController';
import type { ScheduleRow } from '../model/rows';

export type { ScheduleAt };

export const findRow = ({ grid, rowId }: ScheduleAt) => grid.row(rowId);
export const onRow = (at: ScheduleAt) => findRow(at) !== undefined;

/** The schedules a bulk action is for: a row of the menu that is not selected stands for itself. */
export function chosenAt({ grid, rowId, anchor }: ScheduleAt): ScheduleRow[] {
  const row = grid.row(rowId);
  const isAlone = anchor && row && !grid.selection.getState().rows.has(rowId);
  return isAlone ? [row] : grid.chosen(rowId);
}

/** Writes wait for the connection. */
function offline({ grid }: ScheduleAt): string | undefined {
  return grid.offline ? commonTexts.offline : undefined;
}

export function refusal(at: ScheduleAt): string | undefined {
  const isNone = chosenAt(at).length === 0;
  return offline(at) ?? (isNone ? schedulesTexts.nothingSelected : undefined);
}
