/** A schedule while it is edited. Parts that the form cannot build stay unchanged. */
import {
  newRecurrence,
  type Recurrence,
  readRecurrence,
  recurrenceConfig,
} from '@/domain/schedules/recurrence';
import { type AmountOp, amountsOf, type Schedule } from '@/domain/schedules/schedule';
import type { Amount, Condition, Day } from '@/generated/contract';
import { scheduleFormTexts } from '@/texts/schedules';

export type Direction = 'payment' | 'deposit';

export interface ScheduleDraft {
  name: string;
  /** May be one that does not exist yet, as payee fields have it. */
  payee: string | null;
  account: string | null;
  op: AmountOp;
  direction: Direction;
  /** Signed; of a range the one that was given first. */
  amount: Amount | null;
  /** The other end of a range, signed. */
  amountTo: Amount | null;
  date: Day | Recurrence | null;
  posts: boolean;
}

/** The fields that a new schedule starts with, such as those of a transaction. */
export interface ScheduleStart {
  payee?: string | null;
  account?: string | null;
  amount?: Amount;
  date?: Day;
}

export function newDraft(today: Day, start: ScheduleStart = {}): ScheduleDraft {
  const { payee = null, account = null, amount = null, date = today } = start;
  return {
    name: '',
    payee,
    account,
    // Bills differ a little from month to month more often than not.
    op: 'isapprox',
    direction: (amount ?? 0) > 0 ? 'deposit' : 'payment',
    amount,
    amountTo: null,
    date: newRecurrence(date),
    posts: false,
  };
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { name, payee, account, amount_op, date, posts_transaction } = schedule;
  const [amount = null, amountTo = null] = amountsOf(schedule);
  return {
    name: name ?? '',
    payee,
    account,
    op: amount_op ?? 'is',
    direction: (amount ?? 0) > 0 ? 'deposit' : 'payment',
    amount,
    amountTo,
    date: typeof date === 'string' ? date : readRecurrence(date),
    posts: posts_transaction,
  };
}

export const repeats = ({ date }: ScheduleDraft): boolean =>
  typeof date === 'object' && date !== null;

/** The first date, which is the only one of a schedule that does not repeat. */
export const firstDay = ({ date }: ScheduleDraft): Day | null =>
  typeof date === 'object' ? (date?.start ?? null) : date;

export function withFirstDay(draft: ScheduleDraft, day: Day | null): ScheduleDraft {
  const { date } = draft;
  if (typeof date === 'object' && date !== null)
    return day === null ? draft : { ...draft, date: { ...date, start: day } };
  return { ...draft, date: day };
}

/** A date that repeats starts on the one it was, and the other way round. */
export function withRepeats(draft: ScheduleDraft, isRepeating: boolean, today: Day): ScheduleDraft {
  const day = firstDay(draft) ?? today;
  return { ...draft, date: isRepeating ? newRecurrence(day) : day };
}

/** A range starts at the amount that was there, and leaves its first one behind. */
export function withOp(draft: ScheduleDraft, op: AmountOp): ScheduleDraft {
  return { ...draft, op, amountTo: op === 'isbetween' ? draft.amountTo : null };
}

const signOf = (direction: Direction) => (direction === 'payment' ? -1 : 1);

/** The amount as the field shows it, without the sign of its direction. */
export function shownAmount({ direction }: ScheduleDraft, amount: Amount | null): Amount | null {
  return amount === null || amount === 0 ? amount : amount * signOf(direction);
}

/** A typed amount; a negative one is a payment whichever direction was chosen. */
export function withAmount(
  draft: ScheduleDraft,
  which: 'amount' | 'amountTo',
  typed: Amount | null,
): ScheduleDraft {
  if (typed === null || typed === 0) return { ...draft, [which]: typed };
  if (typed < 0) return { ...withDirection(draft, 'payment'), [which]: typed };
  return { ...draft, [which]: typed * signOf(draft.direction) };
}

/** The same amounts the other way. */
export function withDirection(draft: ScheduleDraft, direction: Direction): ScheduleDraft {
  if (direction === draft.direction) return draft;
  const turned = (amount: Amount | null) => (amount ? -amount : amount);
  return {
    ...draft,
    direction,
    amount: turned(draft.amount),
    amountTo: turned(draft.amountTo),
  };
}

export type DraftErrors = Partial<
  Record<'name' | 'account' | 'amount' | 'amountTo' | 'date', string>
>;

/** Nothing is typed, or only zero, which is no bill. One end of a range may be zero. */
const isWithoutAmount = ({ op, amount, amountTo }: ScheduleDraft): boolean =>
  op === 'isbetween' ? amount === null || (amount === 0 && amountTo === 0) : !amount;

/** The errors by field; `other` is the account that the payee stands for. */
export function errorsOf(draft: ScheduleDraft, other: string | null = null): DraftErrors {
  const { amountRequired, dateRequired, accountRequired, otherAccount } = scheduleFormTexts;
  const isToItself = other !== null && other === draft.account;
  const isRange = draft.op === 'isbetween';
  return {
    ...(isWithoutAmount(draft) && { amount: amountRequired }),
    ...(isRange && draft.amountTo === null && { amountTo: amountRequired }),
    ...(draft.date === null && { date: dateRequired }),
    ...(draft.posts && draft.account === null && { account: accountRequired }),
    ...(isToItself && { account: otherAccount }),
  };
}

export const isComplete = (draft: ScheduleDraft): boolean =>
  Object.keys(errorsOf(draft)).length === 0;

/**
 * The conditions of a complete draft. An unchanged date keeps its stored form. A payee that the
 * schedule had and the draft does not have becomes a condition for an empty payee.
 */
export function conditionsOf(draft: ScheduleDraft, old: Schedule | null): Condition[] {
  const { payee, account, op, amount, amountTo, date } = draft;
  const hadPayee = old !== null && old.payee !== null;
  const value = op === 'isbetween' ? { num1: amount, num2: amountTo } : amount;
  const named = (field: 'payee' | 'account', id: string | null): Condition => ({
    ...{ field, op: 'is', value: id, type: 'id' },
  });
  return [
    ...(payee !== null || hadPayee ? [named('payee', payee)] : []),
    ...(account !== null ? [named('account', account)] : []),
    { field: 'date', op: old?.date_op ?? 'isapprox', value: dateValue(date, old), type: 'date' },
    { field: 'amount', op, value, type: 'number' },
  ];
}

function dateValue(date: ScheduleDraft['date'], old: Schedule | null): unknown {
  if (date === null || typeof date === 'string') return date;
  const before = old ? readRecurrence(old.date) : null;
  const isSame = before !== null && JSON.stringify(before) === JSON.stringify(date);
  return isSame ? old?.date : recurrenceConfig(date);
}
