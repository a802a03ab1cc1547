import type { ChartData } from '@/components/charts/chart';
import type { CashFlow } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';
import { flowSeries } from '../compare/series';
import type { Earlier } from '../compare/useEarlier';
import { periodOf } from './periods';
import { flowSentence } from './sentences';

interface Shown {
  amounts: AmountFormat;
  dates: DateFormat;
  /** Without it the bars have the height for themselves. */
  withBalance: boolean;
  /** The earlier range that it is compared with. */
  before: Earlier<CashFlow> | null;
}

/** Income, expenses and the balance over time as a chart, in words and figures. */
export function cashFlowChart(
  figures: CashFlow,
  { amounts, dates, withBalance, before }: Shown,
): ChartData {
  const { points, monthly } = figures;
  const periods = points.map(({ key }) => periodOf(key, dates));
  return {
    id: 'cash-flow',
    title: reportsTexts.cashFlow,
    sentence: flowSentence(figures, { periods, amounts }),
    periodName: monthly ? reportsTexts.month : reportsTexts.day,
    periods,
    series: [
      {
        id: 'income',
        name: reportsTexts.income,
        values: points.map(({ income }) => income),
        total: figures.totalIncome,
        look: 'up',
        hue: 1,
      },
      {
        id: 'expenses',
        name: reportsTexts.expenses,
        values: points.map(({ expenses }) => expenses),
        total: figures.totalExpenses,
        look: 'down',
        hue: 2,
      },
      ...flowSeries(before, figures),
      {
        id: 'transfers',
        name: reportsTexts.transfers,
        values: points.map(({ transfers }) => transfers),
        total: figures.totalTransfers,
      },
      {
        id: 'balance',
        name: reportsTexts.balance,
        values: points.map(({ balance }) => balance),
        ...(withBalance
          ? { look: 'line' as const, hue: 3 as const, before: figures.startingBalance }
          : {}),
      },
    ],
  };
}

/** Whether nothing happened in the range and nothing was there before it. */
export function isEmptyFlow({ points }: CashFlow): boolean {
  return points.every(
    ({ income, expenses, transfersIn, transfersOut, ownTransfers, balance }) =>
      income === 0 &&
      expenses === 0 &&
      transfersIn === 0 &&
      transfersOut === 0 &&
      ownTransfers === 0 &&
      balance === 0,
  );
}
