/** A schedule as the screens show it: its state, its name and its amount in words. */
import type {
  Amount,
  Schedule as ContractSchedule,
  Day,
  ScheduleStatus,
} from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { addDays } from '@/lib/format/dates';
import { schedulesTexts } from '@/texts/schedules';

export type Schedule = ContractSchedule;
export type Status = ScheduleStatus;

export type AmountOp = 'is' | 'isapprox' | 'isbetween';

interface Range {
  num1: Amount;
  num2: Amount;
}

/** The one or two amounts of a schedule; empty while it has none. */
export function amountsOf({ amount }: Pick<Schedule, 'amount'>): Amount[] {
  if (typeof amount === 'number') return [amount];
  if (typeof amount !== 'object' || amount === null) return [];
  const { num1, num2 } = amount as Partial<Range>;
  return [num1, num2].filter((each) => typeof each === 'number');
}

type AmountParts = Pick<Schedule, 'amount' | 'amount_op'>;

/** '-120.00', 'about -120.00', '-140.00 to -120.00'. */
export function amountText(schedule: AmountParts, { format }: AmountFormat): string {
  const { approximately, between } = schedulesTexts;
  const [one, other = one] = amountsOf(schedule).sort((a, b) => a - b);
  if (one === undefined) return '';
  if (other !== one) return between(format(one), format(other));
  return schedule.amount_op === 'isapprox' ? approximately(format(one)) : format(one);
}

/** Statuses by how soon somebody has to look at them. */
const URGENCY: Record<Status, number> = {
  missed: 0,
  due: 1,
  upcoming: 2,
  scheduled: 3,
  paid: 4,
  completed: 5,
};

/** The order of the list: completed ones last, else by the next date. */
export function compareSchedules(a: Schedule, b: Schedule): number {
  const isLast = Number(a.completed) - Number(b.completed);
  const byDate = (a.next_date ?? '9999').localeCompare(b.next_date ?? '9999');
  return isLast || byDate || URGENCY[a.status] - URGENCY[b.status] || (a.id < b.id ? -1 : 1);
}

/** Most days before an approximate date on which a payment counts for it. */
const DAYS_EARLY = 2;

/** Whether the latest payment would count for a single date. */
export function wouldBePaid({ date_op, last_date }: Schedule, day: Day): boolean {
  return last_date !== null && last_date >= addDays(day, date_op === 'is' ? 0 : -DAYS_EARLY);
}

/**
 * Whether it can only be restarted on another day: its one date is paid, so that a daily run would
 * complete it again.
 */
export function needsNewDate(schedule: Schedule, today: Day): boolean {
  const { date, next_date } = schedule;
  const isOver = typeof date === 'string' && next_date !== null && next_date <= today;
  return isOver && wouldBePaid(schedule, next_date);
}

/** Whether it has a date that is not posted and not skipped yet. */
export const isOpen = ({ status }: Pick<Schedule, 'status'>): boolean =>
  status !== 'completed' && status !== 'paid';
