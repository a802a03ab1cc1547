import { expect, test } from 'vitest';
import { newRecurrence, recurrenceConfig } from '@/domain/schedules/recurrence';
import { amountFormat } from '@/lib/format/amount';
import { evidenceWords } from './evidence';

const formats = { amounts: amountFormat('comma-dot'), dates: 'MM/dd/yyyy' as const };
const monthly = newRecurrence('2026-01-20');
const evidence = {
  dates: 12,
  found: 11,
  days_off: 2,
  least: -12_400,
  most: -11_800,
  last: '2026-11-20',
  transactions: [],
};
const words = (more: Partial<typeof evidence>, date = monthly) =>
  evidenceWords(
    { date: recurrenceConfig(date) as never, evidence: { ...evidence, ...more } },
    formats,
  ).replaceAll('\u00a0', ' ');

test('evidence is counted in the unit of its dates', () => {
  expect(words({})).toBe(
    '11 of the last 12 months · at most 2 days off · 118.00 to 124.00 · last on 11/20/2026',
  );
  expect(words({ found: 12, days_off: 1 })).toMatch(
    /^All of the last 12 months · at most 1 day off/,
  );
  expect(words({}, { ...monthly, frequency: 'weekly' })).toMatch(/^11 of the last 12 weeks/);
  expect(words({}, { ...monthly, frequency: 'weekly', interval: 2 })).toMatch(/12 dates/);
});

test('what never varies is said as such', () => {
  expect(words({ days_off: 0, least: -500, most: -500 })).toMatch(
    /always on the day · always 5.00/,
  );
});
