import { expect, test } from 'vitest';
import type { ComparedFigure } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { comparedPart } from './figures';
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
