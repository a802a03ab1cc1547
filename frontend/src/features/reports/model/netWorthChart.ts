import type { ChartData } from '@/components/charts/chart';
import type { Day, NetWorth } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { addDays, type DateFormat } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';
import { worthSeries } from '../compare/series';
import type { Earlier } from '../compare/useEarlier';
import { isMonth, periodOf } from './periods';
import { trendSentence } from './sentences';

interface Shown {
  amounts: AmountFormat;
  dates: DateFormat;
  /** The day of the first transaction: the periods before it have nothing to show. */
  earliest: Day;
  /** The earlier range that it is compared with. */
  before: Earlier<NetWorth> | null;
}

/** The day that a change counts from: the one before the first period with something to show. */
export function dayBefore({ points, start }: NetWorth, earliest: Day): Day {
  return points.findLast(({ end }) => end < earliest)?.end ?? addDays(start, -1);
}

/** Net worth over time as a chart, in words and figures. */
export function netWorthChart(figures: NetWorth, shown: Shown): ChartData {
  const { amounts, dates, earliest, before } = shown;
  const points = figures.points.filter(({ end }) => end >= earliest);
  const periods = points.map(({ key }) => periodOf(key, dates));
  const dayOf = (end: Day) => periodOf(end, dates);
  const worth = points.map(({ netWorth }) => netWorth);
  const isFromStart = points.length === figures.points.length && figures.before !== 0;
  return {
    id: 'net-worth',
    title: reportsTexts.netWorth,
    sentence: trendSentence(reportsTexts.netWorth, {
      values: worth,
      periods: points.map(({ key, end }) => (isMonth(key) ? periodOf(key, dates) : dayOf(end))),
      amounts,
      isAtEnd: true,
      before: { value: figures.before, end: dayBefore(figures, earliest) },
      dates,
    }),
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
      ...worthSeries(before, figures, figures.points.length - points.length),
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
