import type { ChartData } from '@/components/charts/chart';
import type { Day, NetWorth } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';
import { periodOf } from './periods';
import { trendSentence } from './sentences';

interface Shown {
  amounts: AmountFormat;
  dates: DateFormat;
  /** The day of the first transaction: the periods before it have nothing to show. */
  earliest: Day;
}

/** Net worth over time as a chart, in words and figures. */
export function netWorthChart(figures: NetWorth, { amounts, dates, earliest }: Shown): ChartData {
  const points = figures.points.filter(({ end }) => end >= earliest);
  const periods = points.map(({ key }) => periodOf(key, dates));
  const worth = points.map(({ netWorth }) => netWorth);
  const isFromStart = points.length === figures.points.length && figures.before !== 0;
  return {
    id: 'net-worth',
    title: reportsTexts.netWorth,
    sentence: trendSentence(reportsTexts.netWorth, { values: worth, periods, amounts }),
    periodName: reportsTexts.month,
    periods,
    series: [
      {
        id: 'netWorth',
        name: reportsTexts.netWorth,
        values: worth,
        look: 'area',
        hue: 1,
        ...(isFromStart ? { before: figures.before } : {}),
      },
      { id: 'assets', name: reportsTexts.assets, values: points.map(({ assets }) => assets) },
      {
        id: 'debt',
        name: reportsTexts.debts,
        values: points.map(({ debt }) => debt),
        look: 'dashed',
        hue: 2,
      },
      { id: 'change', name: reportsTexts.change, values: points.map(({ change }) => change) },
    ],
  };
}
