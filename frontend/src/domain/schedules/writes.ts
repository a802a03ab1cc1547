/** The writes of schedules, each with its name in the history and its notice. */
import type { Condition, Day, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { saving } from '@/lib/notices/saving';
import type { Schedule } from './schedule';

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving('schedule-write', write);

type Dated = Pick<Schedule, 'id' | 'next_date'>;
type Restarted = Pick<Schedule, 'id' | 'date_op'>;

/** Enters the transaction of the next date, or of today. */
export async function postSchedule(
  { id, next_date }: Dated,
  name: string,
  today: Day | null = null,
): Promise<void> {
  const posted = step('postedSchedule', { name, day: today ?? next_date ?? '' });
  await send('schedule/post-transaction', { id, today: today !== null }, { step: posted });
  confirmStep(posted);
}

export async function skipDate({ id, next_date }: Dated, name: string): Promise<void> {
  const skipped = step('skippedSchedule', { name, day: next_date ?? '' });
  await send('schedule/skip-next-date', { id }, { step: skipped });
  confirmStep(skipped);
}

export async function completeSchedule({ id }: Dated, name: string): Promise<void> {
  await change({ id, completed: true }, false, step('completedSchedule', { name }));
}

/** Restarts it, on another day if one is given. */
export async function restartSchedule(
  { id, date_op }: Restarted,
  name: string,
  day: Day | null = null,
): Promise<void> {
  const date: Condition = { field: 'date', op: date_op ?? 'isapprox', value: day, type: 'date' };
  const restarted = step('restartedSchedule', { name });
  await change({ id, completed: false }, true, restarted, day === null ? [] : [date]);
}

async function change(
  schedule: { id: string; completed: boolean },
  resetNextDate: boolean,
  named: StepName,
  conditions: Condition[] = [],
): Promise<void> {
  const given = conditions.length > 0 ? { conditions } : {};
  await send('schedule/update', { schedule, resetNextDate, ...given }, { step: named });
  confirmStep(named);
}

export async function deleteSchedules(
  schedules: readonly { id: string; name: string }[],
): Promise<void> {
  const [first] = schedules;
  if (first && schedules.length === 1) {
    const deleted = step('deletedSchedule', { name: first.name });
    await send('schedule/delete', { id: first.id }, { step: deleted });
    confirmStep(deleted);
    return;
  }
  const deleted = step('deletedSchedules', { count: schedules.length });
  await send('schedule/delete-many', { ids: schedules.map(({ id }) => id) }, { step: deleted });
  confirmStep(deleted);
}

/** Makes transactions belong to a schedule. */
export async function linkTransactions(
  ids: readonly string[],
  { id, name }: { id: string; name: string },
): Promise<StepName> {
  const linked = step('linkedToSchedule', { count: ids.length, name });
  await writeLinks(ids, id, linked);
  return linked;
}

export async function unlinkTransactions(ids: readonly string[]): Promise<StepName> {
  const unlinked = step('unlinkedFromSchedules', { count: ids.length });
  await writeLinks(ids, null, unlinked);
  return unlinked;
}

async function writeLinks(
  transactionIds: readonly string[],
  id: string | null,
  named: StepName,
): Promise<void> {
  const args = { id, transactionIds: [...transactionIds] };
  await send('schedule/link-transactions', args, { step: named });
}
