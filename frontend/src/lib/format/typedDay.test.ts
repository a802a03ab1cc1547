import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, DATE_FORMATS, type DateFormat, formatDay } from './dates';
import { parseTypedDay } from './typedDay';

const TODAY = '2026-11-20';

describe.each<[DateFormat, Record<string, string | null>]>([
  [
    'MM/dd/yyyy',
    {
      '11/05/2026': '2026-11-05',
      '1/5/26': '2026-01-05',
      '1/5': '2026-01-05',
      '1-5': '2026-01-05',
      '0105': '2026-01-05',
      '105': '2026-10-05',
      '115': '2026-11-05',
      '130': '2026-01-30',
      '111': '2026-11-01',
      '1225': '2026-12-25',
      '010526': '2026-01-05',
      '01052027': '2027-01-05',
      '1052027': '2027-01-05',
      '7': '2026-11-07',
      '31': null,
      '13/01/2026': null,
      '2/30': null,
      '1/': null,
      'x1/5': null,
      '1/5/2026 and more': null,
    },
  ],
  ['dd/MM/yyyy', { '5/1': '2026-01-05', '0501': '2026-01-05', '31122025': '2025-12-31' }],
  [
    'yyyy-MM-dd',
    {
      '2026-1-5': '2026-01-05',
      '1-5': '2026-01-05',
      '0105': '2026-01-05',
      '260105': '2026-01-05',
      '20270105': '2027-01-05',
    },
  ],
  ['MM.dd.yyyy', { '1.5': '2026-01-05', '12.31.25': '2025-12-31' }],
  ['dd.MM.yyyy', { '5.1': '2026-01-05', '5.1.': '2026-01-05', '31.12.25': '2025-12-31' }],
])('%s', (format, cases) => {
  test.each(Object.entries(cases))('"%s" is %s', (text, day) => {
    expect(parseTypedDay(text, format, TODAY)).toBe(day);
  });
});

test.each([
  ['2026-11-05', '2026-11-05'],
  ['nov 3', '2026-11-03'],
  ['3 Nov', '2026-11-03'],
  ['November 3, 2027', '2027-11-03'],
  ['today', '2026-11-20'],
  ['t', '2026-11-20'],
  ['tomorrow', '2026-11-21'],
  ['tom', '2026-11-21'],
  ['yesterday', '2026-11-19'],
  ['nov 31', null],
  ['no 3', null],
  ['hilltop', null],
])('"%s" is %s in every format', (text, day) => {
  for (const format of DATE_FORMATS) expect(parseTypedDay(text, format, TODAY)).toBe(day);
});

test('a day that is written is read again, with its separators and without', () => {
  const days = fc.integer({ min: -30_000, max: 30_000 }).map((count) => addDays(TODAY, count));
  fc.assert(
    fc.property(days, fc.constantFrom(...DATE_FORMATS), (day, format) => {
      const text = formatDay(day, format);
      expect(parseTypedDay(text, format, TODAY)).toBe(day);
      expect(parseTypedDay(text.replace(/\D/g, ''), format, TODAY)).toBe(day);
    }),
  );
});

test('no text makes the reader throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...DATE_FORMATS), (text, format) => {
      parseTypedDay(text, format, TODAY);
    }),
  );
});
