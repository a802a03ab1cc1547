/** A date that repeats: the form it is kept in, and the changes its editor makes to it. */
import type { Day } from '@/generated/contract';

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'yearly';
export type Weekday = 'SU' | 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA';
export type PatternType = 'day' | Weekday;

/** One day of the month: the 20th, or the second Friday; -1 counts from the end. */
export interface Pattern {
  type: PatternType;
  value: number;
}

export type End =
  | { mode: 'never' }
  | { mode: 'after_n_occurrences'; count: number }
  | { mode: 'on_date'; day: Day };

export interface Recurrence {
  start: Day;
  frequency: Frequency;
  /** Every how many weeks, months …; at least 1. */
  interval: number;
  /** Days of the month; only a monthly date has any. */
  patterns: readonly Pattern[];
  /** Where a date on a weekend moves to; null leaves it. */
  weekend: 'before' | 'after' | null;
  end: End;
}

export const FREQUENCIES: readonly Frequency[] = ['daily', 'weekly', 'monthly', 'yearly'];
export const WEEKDAYS: readonly Weekday[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The last day of the month, or the last of its Fridays. */
export const LAST = -1;
const MAX_DAY = 31;
const MAX_WEEKDAY = 5;

/** The recurrence that a new schedule starts with. */
export function newRecurrence(start: Day): Recurrence {
  return {
    start,
    frequency: 'monthly',
    interval: 1,
    patterns: [],
    weekend: null,
    end: { mode: 'never' },
  };
}

type Config = Record<string, unknown>;

/** Reads a kept date; null for one that does not repeat, or that cannot be read. */
export function readRecurrence(kept: unknown): Recurrence | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const config = kept as Config;
  const frequency = FREQUENCIES.find((each) => each === config.frequency);
  if (!frequency || !isDay(config.start)) return null;
  const before = config.weekendSolveMode === 'before';
  return {
    start: config.start,
    frequency,
    interval: wholeInterval(config.interval),
    patterns: frequency === 'monthly' ? patternsOf(config.patterns) : [],
    weekend: config.skipWeekend === true ? (before ? 'before' : 'after') : null,
    end: endOf(config),
  };
}

const isDay = (value: unknown): value is Day =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** An interval that is no positive whole number counts as 1. */
export function wholeInterval(value: unknown): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? number : 1;
}

function patternsOf(kept: unknown): Pattern[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: Config) => {
    const letters = String(each.type).slice(0, 2).toUpperCase();
    const type = each.type === 'day' ? 'day' : WEEKDAYS.find((day) => day === letters);
    return type && Number.isInteger(each.value) ? [{ type, value: Number(each.value) }] : [];
  });
}

function endOf({ endMode, endOccurrences, endDate }: Config): End {
  if (endMode === 'after_n_occurrences')
    return { mode: 'after_n_occurrences', count: wholeInterval(endOccurrences) };
  return endMode === 'on_date' && isDay(endDate)
    ? { mode: 'on_date', day: endDate }
    : { mode: 'never' };
}

/** The form in which it is kept; every member is there, as other programs expect. */
export function recurrenceConfig({
  start,
  frequency,
  interval,
  patterns,
  weekend,
  end,
}: Recurrence) {
  return {
    start,
    frequency,
    interval,
    patterns: patterns.map(({ type, value }) => ({ type, value })),
    skipWeekend: weekend !== null,
    weekendSolveMode: weekend ?? ('after' as const),
    endMode: end.mode,
    endOccurrences: end.mode === 'after_n_occurrences' ? end.count : 1,
    endDate: end.mode === 'on_date' ? end.day : start,
  };
}

/** Every month has days up to this one. */
const SURE_DAY = 28;

/** The first day of a monthly date that some months lack, so that it skips them; null if none. */
export function skippingDay({ frequency, start, patterns }: Recurrence): number | null {
  if (frequency !== 'monthly') return null;
  const days = patterns.length > 0 ? patterns : [{ type: 'day', value: Number(start.slice(8)) }];
  const late = days.filter(({ type, value }) => type === 'day' && value > SURE_DAY);
  return late.length > 0 ? Math.min(...late.map(({ value }) => value)) : null;
}

/** The same with the last day of the month in place of the days that some months lack. */
export function onLastDay(recurrence: Recurrence): Recurrence {
  const isSure = ({ type, value }: Pattern) => type !== 'day' || value <= SURE_DAY;
  const kept = recurrence.patterns.filter((each) => isSure(each) && each.value !== LAST);
  const last: Pattern = { type: 'day', value: LAST };
  return { ...recurrence, patterns: [...kept, last] };
}

/** Only a monthly date has days of the month. */
export function withFrequency(recurrence: Recurrence, frequency: Frequency): Recurrence {
  const patterns = frequency === 'monthly' ? recurrence.patterns : [];
  return { ...recurrence, frequency, patterns };
}

/** A pattern of another kind; there are no more than five of a weekday in a month. */
export function withPatternType({ value }: Pattern, type: PatternType): Pattern {
  return { type, value: Math.min(value, placesOf(type)) };
}

/** How many places there are to choose from: days of a month, or weeks with such a weekday. */
export const placesOf = (type: PatternType): number => (type === 'day' ? MAX_DAY : MAX_WEEKDAY);

/** The pattern that is added next: the day of the start, then the first day that is free. */
export function nextPattern({ start, patterns }: Recurrence): Pattern {
  const taken = new Set(patterns.filter(({ type }) => type === 'day').map(({ value }) => value));
  const first = Number(start.slice(8));
  const others = Array.from({ length: MAX_DAY }, (_, at) => ((first + at - 1) % MAX_DAY) + 1);
  return { type: 'day', value: others.find((day) => !taken.has(day)) ?? LAST };
}

/** The weekday of a day. */
export function weekdayOf(day: Day): Weekday {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday;
}
