import { expect, test } from 'vitest';
import type { Crossover, Spending, Summary } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { betterStart, noExpensesWords } from './crossoverWords';
import { daysWords, exactWords, frameWords, monthsWords } from './range';
import { shownValue } from './reportRows';
import { spendingWords } from './spendingWords';
import { summaryWords } from './summaryWords';

const amounts = amountFormat('comma-dot');
const TODAY = '2026-11-20';

test.each([
  ['2026-11', '2026-11', 'November 2026'],
  ['2026-06', '2026-11', 'Jun – Nov 2026'],
  ['2025-11', '2026-11', 'Nov 2025 – Nov 2026'],
])('the months from %s to %s are “%s”', (from, to, words) => {
  expect(monthsWords(from, to)).toBe(words);
});

test.each([
  ['2026-10-01', '2026-10-31', 'October 2026'],
  ['2026-11-01', '2026-11-20', 'November 2026'],
  ['2025-01-01', '2025-11-20', '01/01/2025 – 11/20/2025'],
  ['2026-10-05', '2026-11-20', '10/05/2026 – 11/20/2026'],
])('the days from %s to %s are “%s”', (from, to, words) => {
  expect(daysWords(from, to, TODAY, 'MM/dd/yyyy')).toBe(words);
});

test.each([
  ['2026-06-01', '2026-11-30', 'Jun – Nov 2026'],
  ['2026-06-01', '2026-11-20', '06/01/2026 – 11/20/2026'],
])('exactly the days from %s to %s are “%s”', (from, to, words) => {
  expect(exactWords(from, to, 'MM/dd/yyyy')).toBe(words);
});

test.each([
  [undefined, 'Jun – Nov 2026'],
  [{ mode: 'full', start: '2020-01', end: '2024-01' }, 'Jan 2020 – Nov 2026'],
  [{ mode: 'static', start: '2024-01', end: '2024-03' }, 'Jan – Mar 2024'],
  [{ mode: 'sliding-window', start: '2024-01', end: '2024-03' }, 'Sep – Nov 2026'],
  [{ mode: 'lastMonth' }, 'October 2026'],
  [{ mode: 'lastYear' }, 'Jan – Dec 2025'],
  [{ mode: 'yearToDate' }, 'Jan – Nov 2026'],
  [{ mode: 'priorYearToDate' }, 'Jan – Nov 2025'],
  [{ mode: 'currentQuarter' }, 'Oct – Dec 2026'],
  [{ mode: 'previousQuarter' }, 'Jul – Sep 2026'],
])('the range %j is “%s”', (frame, words) => {
  expect(frameWords(frame, { today: TODAY, latest: TODAY })).toBe(words);
});

test('all time goes on to the month of the last transaction', () => {
  const frame = { mode: 'full', start: '2026-03', end: '2026-05' };
  expect(frameWords(frame, { today: TODAY, latest: '2027-02-03' })).toBe('Mar 2026 – Feb 2027');
});

const spending = (changes: Partial<Spending>): Spending => ({
  mode: 'single-month',
  compare: '2026-11',
  compareTo: '2026-10',
  averageMonths: ['2026-08', '2026-09', '2026-10'],
  points: [],
  atDay: 20,
  spent: -50_000,
  spentTo: -38_000,
  spentAverage: -40_000,
  spentBudget: -60_000.5,
  monthBudget: -90_000,
  difference: 12_000,
  ...changes,
});

test.each([
  [{}, '120.00 more than in October 2026 by this day', 'bad'],
  [{ difference: -12_000 }, '120.00 less than in October 2026 by this day', 'good'],
  [{ difference: 0 }, 'as much as in October 2026 by this day', 'plain'],
  [{ mode: 'average' }, '120.00 more than the average of 3 months', 'bad'],
  [{ mode: 'budget', difference: -10_000.5 }, '100.00 under the budget so far', 'good'],
  [{ mode: 'budget', difference: 10_000.5 }, '100.01 over the budget so far', 'bad'],
  [{ mode: 'average', averageMonths: [] }, 'There are no earlier months to compare with.', 'plain'],
])('spending %j is “%s”', (changes, words, tone) => {
  expect(spendingWords(spending(changes), true, amounts)).toEqual({ words, tone });
});

test('nothing is said while there is nothing to compare', () => {
  expect(spendingWords(spending({ difference: null }), true, amounts)).toBeNull();
});

test('a month that is over is compared as a whole', () => {
  const words = spendingWords(spending({}), false, amounts)?.words;
  expect(words).toBe('120.00 more than in October 2026');
});

const summary = (changes: Partial<Summary>): Summary => ({
  start: '2026-01-01',
  end: TODAY,
  type: 'sum',
  dividend: -123_400,
  divisor: null,
  total: -123_400,
  count: 12,
  ...changes,
});

test.each([
  [{}, '-1,234.00', 'spent', 'of 12 transactions'],
  [{ total: 5_000, count: 1 }, '50.00', 'received', 'of 1 transaction'],
  [{ total: -0.4 }, '0.00', null, 'of 12 transactions'],
  [
    { type: 'avgPerMonth', total: -11_567.5, divisor: 10.6667 },
    '-115.67',
    'spent',
    'a month: -1,234.00 in 10.67 months',
  ],
  [
    { type: 'percentage', total: 45.125, divisor: -273_460 },
    '45.13 %',
    null,
    '-1,234.00 of -2,734.60',
  ],
  [{ type: 'percentage', total: null, divisor: 0 }, '–', null, '-1,234.00 of 0.00'],
])('the summary %j is %s', (changes, figure, way, made) => {
  expect(summaryWords(summary(changes), amounts)).toEqual({ figure, way, made });
});

test('payments have no sign, other values keep theirs', () => {
  expect(shownValue({ balanceType: 'Payment' }, -500)).toBe(500);
  expect(shownValue({ balanceType: 'Net Payment' }, -500)).toBe(500);
  expect(shownValue({ balanceType: 'Net' }, -500)).toBe(-500);
  expect(Object.is(shownValue({ balanceType: 'Payment' }, 0), 0)).toBe(true);
});

test('months before the first transaction say why there are no expenses', () => {
  const months = ['2026-08', '2026-09', '2026-10'];
  const figures = (savings: number[], expenses: number[]) =>
    ({ months, savings, expenses }) as Crossover;
  const of = (...all: Parameters<typeof figures>) => noExpensesWords(figures(...all));
  expect(of([0, 0, 500], [0, 0, 100])).toBe(
    '2 of 3 months are before your first transaction and count as months without expenses.',
  );
  expect(of([500, 500, 500], [0, 100, 0])).toMatch(/^Most of these months/);
  expect(betterStart(figures([0, 0, 500], [0, 0, 100]))).toBe('2026-10');
  expect(betterStart(figures([500, 500, 500], [0, 100, 0]))).toBeNull();
  expect(betterStart(figures([0, 0, 0], [0, 0, 0]))).toBeNull();
});
