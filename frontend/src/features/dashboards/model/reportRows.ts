/** A saved report as a short table. */
import type { Source } from '@/domain/reports/figure';
import { lastDayOf } from '@/domain/reports/pieces';
import { BALANCE, SPLIT } from '@/domain/reports/stored';
import type { BalanceType, CustomReport, Day, Interval } from '@/generated/contract';
import { type DateFormat, formatDay, monthOf, monthTitle } from '@/lib/format/dates';
import { isWhole } from './range';

export interface ReportLine {
  key: string;
  name: string;
  value: number;
  /** Which figure of the report it is. */
  part: Source['part'];
}

/** Payments are shown without their sign. */
const WITHOUT_SIGN: Partial<Record<BalanceType, true>> = { Payment: true, 'Net Payment': true };

export function shownValue(report: Pick<CustomReport, 'balanceType'>, value: number): number {
  return (WITHOUT_SIGN[report.balanceType] ? -value : value) + 0;
}

/**
 * Whether the rows of a report have budgets to compare with: spending by category or group in
 * months, of which the last one may not be over yet.
 */
export const hasBudgets = ({ split, balanceType, start, end }: CustomReport, today: Day): boolean =>
  (split === SPLIT.category || split === SPLIT.group) &&
  balanceType !== BALANCE.budgeted &&
  balanceType !== BALANCE.deposit &&
  isWhole(start, end === today ? lastDayOf(monthOf(end)) : end);

/** Budgets are made of no transactions. */
const OF_BUDGETS: Partial<Record<BalanceType, true>> = { Budgeted: true };

export const isOfBudgets = ({ balanceType }: Pick<CustomReport, 'balanceType'>): boolean =>
  OF_BUDGETS[balanceType] === true;

const PERIODS: Record<Interval, (key: string, format: DateFormat) => string> = {
  Daily: formatDay,
  Weekly: formatDay,
  Monthly: (key) => monthTitle(key),
  Yearly: (key) => key,
};

/** Whether its rows are periods. */
export const isByTime = ({ split }: Pick<CustomReport, 'split'>) => split === SPLIT.interval;

/** The lines in the order of the report: its periods or its rows. */
export function reportLines(report: CustomReport, format: DateFormat): ReportLine[] {
  if (isByTime(report)) {
    return report.intervals.map(({ key, value }) => ({
      key,
      name: PERIODS[report.interval](key, format),
      value: shownValue(report, value),
      part: { point: key },
    }));
  }
  return report.rows.map(({ id, special, name, value }, at) => ({
    key: id ?? special ?? String(at),
    name,
    value: shownValue(report, value),
    part: id === null ? { special } : { row: id },
  }));
}
