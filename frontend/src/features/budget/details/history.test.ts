import { expect, test } from 'vitest';
import { averageOf, barHeights, historyMonths, spentCells } from './history';

test('twelve months end with the shown one, none before the budget starts', () => {
  expect(historyMonths('2026-11', '2020-01')).toHaveLength(12);
  expect(historyMonths('2026-11', '2020-01')[0]).toBe('2025-12');
  expect(historyMonths('2026-11', '2026-10')).toEqual(['2026-10', '2026-11']);
});

test('the cells of the months are those of spent amounts', () => {
  expect(spentCells('food', ['2026-10', '2026-11'])).toEqual([
    'budget202610!sum-amount-food',
    'budget202611!sum-amount-food',
  ]);
});

test.each([
  [[], null],
  [[100, 101], 101],
  [[-100, -101], -101],
  [[5, -5], 0],
])('the average of %o is %o cents', (amounts, expected) => {
  expect(averageOf(amounts)).toBe(expected);
});

test('bars are shares of the highest; refunds have none', () => {
  expect(barHeights([50, 200, -10, 0])).toEqual([25, 100, 0, 0]);
  expect(barHeights([0, -1])).toEqual([0, 0]);
});
