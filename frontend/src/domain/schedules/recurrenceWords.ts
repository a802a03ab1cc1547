/** A repeating date as a person says it: 'every month on the 20th, or the Friday before a weekend'. */
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { listed } from '@/texts/locale';
import { recurrenceTexts } from '@/texts/schedules';
import { type Frequency, LAST, type Pattern, type Recurrence, weekdayOf } from './recurrence';

/** All of it; the end comes last. */
export function recurrenceWords(recurrence: Recurrence, format: DateFormat): string {
  return rhythm(recurrence, recurrenceTexts.every) + limitWords(recurrence, format);
}

/** What follows the rhythm: what is done about weekends, and the end. */
export function limitWords({ weekend, end }: Recurrence, format: DateFormat): string {
  const moved = weekend === null ? '' : recurrenceTexts.offWeekend[weekend];
  if (end.mode === 'on_date') return moved + recurrenceTexts.until(formatDay(end.day, format));
  return end.mode === 'never' ? moved : moved + recurrenceTexts.times(end.count);
}

/** The rhythm in few words, for lists: 'monthly on the 20th'. */
export function rhythmWords(recurrence: Recurrence): string {
  return rhythm(recurrence, recurrenceTexts.often);
}

type Rates = Record<Frequency, (interval: number) => string>;

/** How often and on which days. */
function rhythm({ frequency, interval, start, patterns }: Recurrence, rates: Rates): string {
  const every = rates[frequency](interval);
  switch (frequency) {
    case 'daily':
      return every;
    case 'weekly':
      return recurrenceTexts.on(every, recurrenceTexts.weekdays[weekdayOf(start)]);
    case 'yearly':
      return recurrenceTexts.on(every, recurrenceTexts.dayOfYear(start));
    case 'monthly': {
      const day: Pattern = { type: 'day', value: Number(start.slice(8)) };
      const chosen = patterns.length > 0 ? inOrder(patterns) : [day];
      return recurrenceTexts.on(every, listed(chosen.map(patternWords)));
    }
  }
}

/** 'the 20th', 'the last day', 'the 2nd Friday'. */
function patternWords({ type, value }: Pattern): string {
  if (type === 'day')
    return value === LAST ? recurrenceTexts.lastDay : recurrenceTexts.dayOfMonth(value);
  const weekday = recurrenceTexts.weekdays[type];
  return value === LAST
    ? recurrenceTexts.lastWeekday(weekday)
    : recurrenceTexts.weekdayOfMonth(value, weekday);
}

/** Days before weekdays, each in their order; the last one of the month at the end. */
function inOrder(patterns: readonly Pattern[]): Pattern[] {
  const place = ({ value }: Pattern) => (value === LAST ? Number.POSITIVE_INFINITY : value);
  const kind = ({ type }: Pattern) => (type === 'day' ? 0 : 1);
  return [...patterns].sort((a, b) => kind(a) - kind(b) || place(a) - place(b) || 0);
}
