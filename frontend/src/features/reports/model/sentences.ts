/** Sentences that sum up charts. */
import { maxIndex, minIndex } from 'd3-array';
import type { Period } from '@/components/charts/chart';
import type { CashFlow, Day } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { addDays, type DateFormat, formatDay, monthOf, monthTitle } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';

interface Line {
  values: readonly number[];
  periods: readonly Period[];
  amounts: AmountFormat;
  /** The values are those of the ends of their periods. */
  isAtEnd?: boolean;
  /** Where it began, the day before the first period. */
  before?: { value: number; end: Day } | undefined;
  dates?: DateFormat;
}

/** How an amount developed: from where to where, and between what. */
export function trendSentence(name: string, line: Line): string {
  const { values, periods, amounts, isAtEnd = false, before, dates = 'MM/dd/yyyy' } = line;
  const at = (index: number) => ({
    amount: amounts.format(values[index]),
    period: whenOf(periods[index], isAtEnd),
  });
  const last = at(values.length - 1);
  const start = before && {
    amount: amounts.format(before.value),
    period: reportsTexts.atThe(endWords(before.end, dates)),
  };
  if (!start && values.length < 2) return reportsTexts.stood(name, last);
  const ends = start ? [before.value, values.at(-1) ?? 0] : values;
  const trend = reportsTexts.trend(directionOf(ends), { name, first: start ?? at(0), last });
  const [lowest, highest] = [minIndex(values), maxIndex(values)];
  const isInside = (index: number) => (start || index > 0) && index < values.length - 1;
  const extremes = [
    ...(isInside(lowest) ? [reportsTexts.lowest(at(lowest))] : []),
    ...(isInside(highest) ? [reportsTexts.highest(at(highest))] : []),
  ];
  return extremes.length > 0 ? `${trend} ${reportsTexts.between(extremes)}` : trend;
}

function whenOf(period: Period | undefined, isAtEnd: boolean): string {
  const name = period?.name ?? '';
  const isDay = period?.key.length === 'yyyy-MM-dd'.length;
  if (isDay) return reportsTexts.onDay(name);
  return isAtEnd ? reportsTexts.atThe(reportsTexts.endOf(name)) : reportsTexts.inPeriod(name);
}

/** The end of a day: that of its month where it is the last one. */
export function endWords(day: Day, dates: DateFormat): string {
  const isLast = addDays(day, 1).endsWith('-01');
  return reportsTexts.endOf(isLast ? monthTitle(monthOf(day)) : formatDay(day, dates));
}

type Direction = 'rose' | 'fell' | 'same';

function directionOf(values: readonly number[]): Direction {
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0);
  if (change === 0) return 'same';
  return change > 0 ? 'rose' : 'fell';
}

/** The income and expenses, and the change of the balance that they make. */
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

/** A change over the range: 'up 22,981.53 since the end of May 2026'. */
export function changeWords(change: number, since: string, amounts: AmountFormat): string {
  const amount = amounts.format(Math.abs(change));
  return reportsTexts.changed(directionOf([0, change]), amount, since);
}
