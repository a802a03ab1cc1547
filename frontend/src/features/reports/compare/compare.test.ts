import { expect, test } from 'vitest';
import type { ComparedFigure, ComparedTo, NetWorth } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { comparedPart } from './figures';
import { comparedBehind, worthSeries } from './series';
import type { Earlier } from './useEarlier';
import { differenceWords } from './words';

const amounts = amountFormat('comma-dot');

const figure = (value: number, base: number, more: Partial<ComparedFigure> = {}) => {
  const difference = value - base;
  const percent = base === 0 ? null : (difference / Math.abs(base)) * 100;
  const against = { difference, percent };
  return { series: null, row: null, special: null, name: null, value, base, against, ...more };
};

test.each([
  [figure(-8_000, -20_000), 'spent 120.00 less, 60 %', 'good'],
  [figure(-20_000, -8_000), 'spent 120.00 more, 150 %', 'bad'],
  [figure(0, -8_000), 'spent 80.00 less, 100 %', 'good'],
  [figure(9_000, 10_000), 'received 10.00 less, 10 %', 'bad'],
  [figure(500, -500, { series: 'net' }), '10.00 more, 200 %', 'good'],
  [figure(500, 0, { series: 'netWorth' }), '5.00 more', 'good'],
  [figure(500, 500), 'the same', 'plain'],
] as const)('%#: %j', (given, words, tone) => {
  expect(differenceWords(given, amounts)).toEqual({ words, tone });
});

const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const APRIL = { from: '2026-04-01', to: '2026-04-30' };

test('each figure opens its days; a worth opens all up to then, an average all of its days', () => {
  expect(comparedPart(figure(1, 2, { series: 'expenses' }), [MARCH])).toEqual({
    part: { series: 'expenses', side: 'expense' },
    adjusts: [{ dates: MARCH }],
  });
  expect(comparedPart(figure(1, 2, { series: 'netWorth' }), [MARCH]).adjusts).toEqual([
    { dates: { from: null, to: '2026-03-31' } },
  ]);
  expect(comparedPart(figure(1, 2, { series: 'net' }), [APRIL, MARCH])).toEqual({
    part: { series: 'income' },
    adjusts: [{ dates: { from: '2026-03-01', to: '2026-04-30' } }, { without: ['side'] }],
    isNoSum: true,
  });
  expect(comparedPart(figure(1, 2, { row: 'food' }), [MARCH]).part).toEqual({ row: 'food' });
});

const worth = (points: [key: string, netWorth: number][]) =>
  ({ points: points.map(([key, netWorth]) => ({ key, netWorth })) }) as unknown as NetWorth;

const earlier = (way: ComparedTo, ranges: [from: string, to: string][], figures: NetWorth[]) =>
  ({
    way,
    figures,
    compared: {
      range: { from: '2026-03-01', to: '2026-04-30' },
      ranges: ranges.map(([from, to]) => ({ from, to })),
      figures: [],
    },
  }) as unknown as Earlier<NetWorth>;

const now = worth([
  ['2026-03', 500],
  ['2026-04', 700],
]);
const lastYear = worth([
  ['2025-03', 100],
  ['2025-04', 200],
]);

test('a chart has the earlier range beside it, month by month', () => {
  const before = earlier('last-year', [['2025-03-01', '2025-04-30']], [lastYear]);
  const [line] = worthSeries(before, now, 0);
  expect(line).toMatchObject({ name: 'Net worth, last year', values: [100, 200] });
  expect(worthSeries(before, now, 1)[0]?.values).toEqual([200]);
  expect(worthSeries(null, now, 0)).toEqual([]);
});

test('an average has the mean of its ranges, and opens the figures that it is made of', () => {
  const two: [string, string][] = [
    ['2026-01-01', '2026-02-28'],
    ['2025-11-01', '2025-12-31'],
  ];
  const figures = [
    worth([
      ['2026-01', 100],
      ['2026-02', 300],
    ]),
    worth([
      ['2025-11', 200],
      ['2025-12', 301],
    ]),
  ];
  const before = earlier('average-of-3', two, figures);
  expect(worthSeries(before, now, 0)[0]?.values).toEqual([150, 301]);
  const when = (from: string, to: string) => `${from} to ${to}`;
  const behind = comparedBehind(before, now, { format: amounts.format, when });
  const of = behind('compared/netWorth', 0);
  expect(of?.terms?.map((term) => [term.of.when, term.of.value])).toEqual([
    ['2026-01-01 to 2026-01-31', '1.00'],
    ['2025-11-01 to 2025-11-30', '2.00'],
  ]);
  expect(behind('netWorth', 0)).toBeNull();
});

test('days stand beside the same days; a month without such a day has none', () => {
  const days = worth([
    ['2026-03-30', 1],
    ['2026-03-31', 2],
  ]);
  const april = worth([
    ['2026-02-27', 3],
    ['2026-02-28', 4],
  ]);
  const before = earlier('previous', [['2026-02-01', '2026-02-28']], [april]);
  expect(worthSeries(before, days, 0)[0]?.values).toEqual([null, null]);
});
