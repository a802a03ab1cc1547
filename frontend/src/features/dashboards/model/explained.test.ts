import { expect, test } from 'vitest';
import type { AgeOfMoney, Forecast } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { ageFigure, ageTrendWords } from './ageFigure';
import { forecastFigure } from './forecastFigure';

const amounts = amountFormat('comma-dot');
const dates = 'MM/dd/yyyy' as const;

const age = {
  current: 12,
  points: [
    { key: '2026-10', age: 9 },
    { key: '2026-11', age: 12 },
  ],
  averaged: [
    { day: '2026-11-10', earned: '2026-11-01', amount: -500, age: 9 },
    { day: '2026-11-20', earned: '2026-11-05', amount: -200, age: 15 },
  ],
} as unknown as AgeOfMoney;

test('the age of money is the mean of the ages of its payments, each of which can be opened', () => {
  const { formula, terms = [] } = ageFigure(age, { amounts, dates });
  expect(formula).toContain('the last 2 payments');
  expect(terms.map(({ sign, of }) => `${sign} ${of.name}: ${of.value}`)).toEqual([
    '+ -2.00 on 11/20/2026, earned on 11/05/2026: 15 days',
    '+ -5.00 on 11/10/2026, earned on 11/01/2026: 9 days',
    ' All ages together: 24 days',
    '÷ Payments: 2',
  ]);
  expect(terms[0]?.of.adjusts).toEqual([{ dates: { from: '2026-11-20', to: '2026-11-20' } }]);
});

test('the words beside an age say against which month', () => {
  expect(ageTrendWords(age, dates)).toBe('3 days more than in October 2026');
  const weeks = { ...age, points: [{ key: '2026-11-09', age: 12 }, ...age.points.slice(1)] };
  expect(ageTrendWords(weeks, dates)).toBe('the same as on 11/09/2026');
  expect(ageTrendWords({ ...age, points: age.points.slice(1) }, dates)).toBeUndefined();
});

const payment = (date: string, amount: number) => ({
  date,
  amount,
  account: null,
  schedule: 's',
  name: null,
});

const forecast = {
  start: '2026-11-01',
  source: 'schedules',
  scheduled: [payment('2026-11-25', -300), payment('2026-12-01', 900)],
  missed: [payment('2026-11-12', -50)],
  days: [
    { date: '2026-11-10', balance: 1_000, planned: 0 },
    { date: '2026-11-30', balance: 580, planned: -70 },
  ],
} as unknown as Forecast;

test('a balance ahead is what is entered and what is expected, to the cent', () => {
  const shown = { amounts, dates, today: '2026-11-20', meta: {} };
  const [before, after] = forecast.days;
  if (!before || !after) throw new Error('two days');
  const ahead = forecastFigure(forecast, after, shown);
  expect(ahead.terms?.map(({ of }) => `${of.name}: ${of.value}`)).toEqual([
    'Transactions up to then: 10.00',
    'Payments of schedules: -3.00',
    'Missed payments, as paid today: -0.50',
    'Planned by the budget: -0.70',
  ]);
  const without = forecastFigure(forecast, after, { ...shown, meta: { includeMissed: false } });
  expect(without.terms?.[0]?.of.value).toBe('9.50');
  const past = forecastFigure(forecast, before, shown);
  expect(past.terms).toBeUndefined();
  expect(past.adjusts).toEqual([{ dates: { from: null, to: '2026-11-10' } }]);
  const tracked = forecastFigure({ ...forecast, source: 'tracking-budget' }, after, shown);
  expect(tracked.place).toBe('/budget');
});
