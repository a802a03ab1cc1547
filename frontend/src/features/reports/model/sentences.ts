/** What a chart says, in words. */
import { maxIndex, minIndex } from 'd3-array';
import type { Period } from '@/components/charts/chart';
import type { CashFlow } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { reportsTexts } from '@/texts/reports';

interface Line {
  values: readonly number[];
  periods: readonly Period[];
  amounts: AmountFormat;
}

/** How an amount developed: from where to where, and between what. */
export function trendSentence(name: string, { values, periods, amounts }: Line): string {
  const at = (index: number) => ({
    amount: amounts.format(values[index]),
    period: whenOf(periods[index]),
  });
  const last = at(values.length - 1);
  if (values.length < 2) return reportsTexts.stood(name, last);
  const trend = reportsTexts.trend(directionOf(values), { name, first: at(0), last });
  const [lowest, highest] = [minIndex(values), maxIndex(values)];
  const isInside = (index: number) => index > 0 && index < values.length - 1;
  const extremes = [
    ...(isInside(lowest) ? [reportsTexts.lowest(at(lowest))] : []),
    ...(isInside(highest) ? [reportsTexts.highest(at(highest))] : []),
  ];
  return extremes.length > 0 ? `${trend} ${reportsTexts.between(extremes)}` : trend;
}

function whenOf(period: Period | undefined): string {
  const name = period?.name ?? '';
  const isDay = period?.key.length === 'yyyy-MM-dd'.length;
  return isDay ? reportsTexts.onDay(name) : reportsTexts.inPeriod(name);
}

type Direction = 'rose' | 'fell' | 'same';

function directionOf(values: readonly number[]): Direction {
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0);
  if (change === 0) return 'same';
  return change > 0 ? 'rose' : 'fell';
}

/** What came in and went out, and what that made of the balance. */
export function flowSentence(
  { totalIncome, totalExpenses, startingBalance, balance }: CashFlow,
  { periods, amounts }: Omit<Line, 'values'>,
): string {
  const flow = reportsTexts.flow({
    first: periods[0]?.name ?? '',
    last: periods.at(-1)?.name ?? '',
    income: amounts.format(totalIncome),
    spent: amounts.format(0 - totalExpenses),
  });
  const [from, to] = [amounts.format(startingBalance), amounts.format(balance)];
  const moved = reportsTexts.balanceMoved(directionOf([startingBalance, balance]), from, to);
  return `${flow} ${moved}`;
}

/** A change over the range: 'up 22,981.53 since June 2026'. */
export function changeWords(change: number, since: string, amounts: AmountFormat): string {
  const amount = amounts.format(Math.abs(change));
  return reportsTexts.changed(directionOf([0, change]), amount, since);
}
