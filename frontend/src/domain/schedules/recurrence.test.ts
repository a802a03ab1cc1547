import { expect, test } from 'vitest';
import {
  LAST,
  newRecurrence,
  nextPattern,
  onLastDay,
  type Recurrence,
  readRecurrence,
  recurrenceConfig,
  skippingDay,
  withFrequency,
  withPatternType,
} from './recurrence';
import { recurrenceWords, rhythmWords } from './recurrenceWords';

const start = newRecurrence('2026-11-20');
const words = (more: Partial<Recurrence>) => recurrenceWords({ ...start, ...more }, 'MM/dd/yyyy');

test('a repeating date is said as a person says it', () => {
  expect(words({})).toBe('every month on the 20th');
  expect(words({ weekend: 'before' })).toBe(
    'every month on the 20th, or the Friday before a weekend',
  );
  expect(words({ frequency: 'daily', interval: 3 })).toBe('every 3 days');
  expect(words({ frequency: 'weekly' })).toBe('every week on Friday');
  expect(words({ frequency: 'weekly', interval: 2, weekend: 'after' })).toBe(
    'every 2 weeks on Friday, or the Monday after a weekend',
  );
  expect(words({ frequency: 'yearly' })).toBe('every year on November 20');
});

test('lists say it in few words', () => {
  const short = (more: Partial<Recurrence>) => rhythmWords({ ...start, ...more });
  expect(short({ weekend: 'before', end: { mode: 'after_n_occurrences', count: 3 } })).toBe(
    'monthly on the 20th',
  );
  expect(short({ frequency: 'daily' })).toBe('daily');
  expect(short({ frequency: 'weekly' })).toBe('weekly on Friday');
  expect(short({ frequency: 'yearly' })).toBe('yearly on November 20');
  expect(short({ interval: 3 })).toBe('every 3 months on the 20th');
});

test('days of the month come in their order, the last one at the end', () => {
  const patterns = [
    { type: 'FR', value: LAST },
    { type: 'day', value: LAST },
    { type: 'day', value: 15 },
    { type: 'TU', value: 2 },
    { type: 'day', value: 1 },
  ] as const;
  expect(words({ patterns })).toBe(
    'every month on the 1st, the 15th, the last day, the 2nd Tuesday, and the last Friday',
  );
});

test('an end is part of the words', () => {
  expect(words({ end: { mode: 'on_date', day: '2027-12-31' } })).toBe(
    'every month on the 20th, until 12/31/2027',
  );
  expect(words({ end: { mode: 'after_n_occurrences', count: 12 } })).toBe(
    'every month on the 20th, 12 times',
  );
});

test('what is kept is read back as it was', () => {
  const each: Partial<Recurrence>[] = [
    {},
    { frequency: 'weekly', interval: 2, weekend: 'before' },
    { patterns: [{ type: 'WE', value: 3 }], end: { mode: 'after_n_occurrences', count: 4 } },
    { end: { mode: 'on_date', day: '2027-01-31' }, weekend: 'after' },
  ];
  for (const more of each) {
    const recurrence = { ...start, ...more };
    expect(readRecurrence(recurrenceConfig(recurrence))).toEqual(recurrence);
  }
});

test('what other programs kept is read as far as it means something', () => {
  expect(readRecurrence('2026-11-20')).toBeNull();
  expect(readRecurrence({ frequency: 'hourly', start: '2026-11-20' })).toBeNull();
  expect(readRecurrence({ frequency: 'monthly', start: '2026-11-20', interval: 0 })).toEqual(start);
  const patterns = [
    { type: 'monday', value: 2 },
    { type: 'day', value: 'x' },
  ];
  expect(readRecurrence({ frequency: 'monthly', start: '2026-11-20', patterns })?.patterns).toEqual(
    [{ type: 'MO', value: 2 }],
  );
});

test('leaving months forgets the days of the month', () => {
  const monthly = { ...start, patterns: [{ type: 'day', value: 1 } as const] };
  const weekly = withFrequency(monthly, 'weekly');
  expect(weekly.patterns).toEqual([]);
  expect(withFrequency(weekly, 'monthly').patterns).toEqual([]);
  expect(withFrequency(monthly, 'monthly').patterns).toHaveLength(1);
});

test('a weekday has five places at most, and the last one stays the last', () => {
  expect(withPatternType({ type: 'day', value: 20 }, 'FR')).toEqual({ type: 'FR', value: 5 });
  expect(withPatternType({ type: 'day', value: LAST }, 'FR').value).toBe(LAST);
  expect(withPatternType({ type: 'FR', value: 3 }, 'day').value).toBe(3);
});

test('the next day that is added is that of the start, then one that is free', () => {
  expect(nextPattern(start)).toEqual({ type: 'day', value: 20 });
  const taken = { ...start, patterns: [{ type: 'day', value: 20 } as const] };
  expect(nextPattern(taken)).toEqual({ type: 'day', value: 21 });
});

test('days that some months lack can become the last day', () => {
  const monthly = newRecurrence('2026-01-31');
  expect(skippingDay(monthly)).toBe(31);
  expect(onLastDay(monthly).patterns).toEqual([{ type: 'day', value: LAST }]);
  const days = [15, 30, 29].map((value) => ({ type: 'day', value }) as const);
  const several = { ...monthly, patterns: [...days, { type: 'MO', value: 5 } as const] };
  expect(skippingDay(several)).toBe(29);
  expect(onLastDay(several).patterns).toEqual([
    { type: 'day', value: 15 },
    { type: 'MO', value: 5 },
    { type: 'day', value: LAST },
  ]);
  expect(skippingDay(onLastDay(several))).toBeNull();
  expect(skippingDay(newRecurrence('2026-02-28'))).toBeNull();
  expect(skippingDay({ ...monthly, frequency: 'yearly' })).toBeNull();
});
