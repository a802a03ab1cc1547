import { expect, test } from 'vitest';
import type { Crossover } from '@/generated/contract';
import { crossoverFigures } from './crossoverFigures';

const figures: Crossover = {
  months: ['2026-09', '2026-10'],
  savings: [10_000, 12_000],
  expenses: [5_000, 5_200],
  income: [33, 40],
  historicalReturn: 0.05,
  projectedExpenses: 5_100,
  targetIncome: 5_100,
  targetSavings: 1_530_000,
  crossover: null,
  projectedMonths: null,
  years: null,
  projectedIncome: [41],
};

test('past months open their transactions; forecasts list the figures they derive from', () => {
  const { behind, facts } = crossoverFigures(figures, String);
  expect(behind('expenses', 1)).toEqual({ part: { series: 'expenses', point: '2026-10' } });
  expect(behind('income', 0)).toMatchObject({ isNoSum: true });
  expect(behind('expected', 2)?.terms?.map(({ of }) => of)).toEqual([facts.savings, facts.growth]);
  expect(behind('goal', 2)?.terms?.map(({ of }) => of)).toEqual([facts.expenses]);
  expect(facts.expenses).toMatchObject({
    isNoSum: true,
    adjusts: [{ dates: { from: '2026-09-01', to: '2026-10-31' } }],
  });
});
