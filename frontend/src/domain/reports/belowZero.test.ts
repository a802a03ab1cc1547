import { expect, test } from 'vitest';
import type { Forecast } from '@/generated/contract';
import { belowZeroFrom } from './belowZero';

const forecast = (days: [string, Record<string, number>][], belowZero: [string, string][]) =>
  ({
    days: days.map(([date, accounts]) => ({ date, accounts })),
    belowZero: belowZero.map(([account, date]) => ({ account, date })),
  }) as unknown as Forecast;

test('a dip that is over hides neither the next one nor what is below zero now', () => {
  const figures = forecast(
    [
      ['2026-11-01', { joint: -5, card: -9, cash: 1 }],
      ['2026-11-20', { joint: 10, card: -9, cash: 1 }],
      ['2026-12-12', { joint: -4, card: -9, cash: -1 }],
      ['2026-12-13', { joint: -4, card: 2, cash: -1 }],
    ],
    [
      ['joint', '2026-11-01'],
      ['card', '2026-11-01'],
      ['cash', '2026-12-12'],
    ],
  );
  expect(belowZeroFrom(figures, '2026-11-20')).toEqual({
    already: [{ account: 'card', date: '2026-11-01' }],
    ahead: [
      { account: 'joint', date: '2026-12-12' },
      { account: 'cash', date: '2026-12-12' },
    ],
  });
});

test('without the balances of days, the day of an account decides', () => {
  const figures = forecast(
    [],
    [
      ['card', '2026-11-01'],
      ['cash', '2026-12-12'],
    ],
  );
  expect(belowZeroFrom(figures, '2026-11-20')).toEqual({
    already: [{ account: 'card', date: '2026-11-01' }],
    ahead: [{ account: 'cash', date: '2026-12-12' }],
  });
});
