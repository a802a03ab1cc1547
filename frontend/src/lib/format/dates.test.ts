import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMonths,
  DATE_FORMATS,
  formatDay,
  monthRange,
  monthsBetween,
  monthTitle,
  parseDay,
} from './dates';

test('months roll over the end of the year in both directions', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(monthRange('2026-11', 3)).toEqual(['2026-11', '2026-12', '2027-01']);
});

test('adding months and counting them are inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -600, max: 600 }), (count) => {
      expect(monthsBetween('2026-11', addMonths('2026-11', count))).toBe(count);
    }),
  );
});

test('a month is named with its year', () => {
  expect(monthTitle('2026-11')).toBe('November 2026');
});

test('a day that is written and read is the same day in every format', () => {
  const days = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2199-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, fc.constantFrom(...DATE_FORMATS), (date, format) => {
      const day = date.toISOString().slice(0, 10);
      expect(parseDay(formatDay(day, format), format)).toBe(day);
    }),
  );
});

test('a day that does not exist is refused', () => {
  expect(parseDay('02/30/2026', 'MM/dd/yyyy')).toBeNull();
  expect(parseDay('13/01/2026', 'MM/dd/yyyy')).toBeNull();
  expect(parseDay('2028-02-29', 'yyyy-MM-dd')).toBe('2028-02-29');
});
