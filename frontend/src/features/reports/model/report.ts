/** A saved report while it is edited: what goes together, and what follows from a choice. */

import {
  BALANCE,
  DAILY,
  GRAPH,
  LIVE,
  MONTHLY,
  SPLIT,
  WEEKLY,
  YEARLY,
} from '@/domain/reports/stored';
import type { SavedReport } from '@/generated/contract';

/** The settings of a report. */
export type Report = Omit<SavedReport, 'id'>;

/** The settings of a new report. */
export const NEW: Report = {
  name: '',
  startDate: null,
  endDate: null,
  isDateStatic: false,
  dateRange: LIVE.months6,
  mode: 'total',
  groupBy: SPLIT.category,
  interval: MONTHLY,
  balanceType: BALANCE.payment,
  sortBy: 'desc',
  graphType: GRAPH.bars,
  showEmpty: false,
  showOffBudget: false,
  showHiddenCategories: true,
  showUncategorized: true,
  includeCurrentInterval: true,
  trimIntervals: false,
  showTrendLines: false,
  conditions: [],
  conditionsOp: 'and',
};

const RANGES: Record<string, readonly string[]> = {
  [DAILY]: [
    LIVE.thisWeek,
    LIVE.lastWeek,
    LIVE.thisMonth,
    LIVE.lastMonth,
    LIVE.currentQuarter,
    LIVE.previousQuarter,
    LIVE.days30,
    LIVE.months3,
  ],
  [WEEKLY]: [
    LIVE.thisWeek,
    LIVE.lastWeek,
    LIVE.thisMonth,
    LIVE.lastMonth,
    LIVE.currentQuarter,
    LIVE.previousQuarter,
    LIVE.days30,
    LIVE.months3,
    LIVE.yearToDate,
    LIVE.lastYear,
    LIVE.priorYear,
    LIVE.all,
  ],
  [MONTHLY]: [
    LIVE.thisMonth,
    LIVE.lastMonth,
    LIVE.currentQuarter,
    LIVE.previousQuarter,
    LIVE.days30,
    LIVE.months3,
    LIVE.months6,
    LIVE.months12,
    LIVE.yearToDate,
    LIVE.lastYear,
    LIVE.priorYear,
    LIVE.all,
  ],
  [YEARLY]: [LIVE.yearToDate, LIVE.lastYear, LIVE.priorYear, LIVE.all],
};

const USUAL_RANGE: Record<string, string> = {
  [DAILY]: LIVE.thisMonth,
  [WEEKLY]: LIVE.months3,
  [MONTHLY]: LIVE.months6,
  [YEARLY]: LIVE.yearToDate,
};

/** The ranges in which the present period may be left out. */
const MAY_LEAVE_OUT: ReadonlySet<string> = new Set([
  LIVE.lastWeek,
  LIVE.months3,
  LIVE.months6,
  LIVE.months12,
]);

export const mayLeaveOut = ({ dateRange }: Report) => MAY_LEAVE_OUT.has(dateRange);

/** The live ranges of an interval, and the stored one, which another program may have chosen. */
export function rangesOf({ interval, dateRange }: Report): readonly string[] {
  const offered = RANGES[interval] ?? [];
  return offered.includes(dateRange) ? offered : [dateRange, ...offered];
}

const isBudgeted = ({ balanceType }: Report) => balanceType === BALANCE.budgeted;
const isOverTime = ({ mode }: Report) => mode === 'time';

/** The splits that a report can have with its other settings. */
export function splitsOf(report: Report): readonly string[] {
  const all = Object.values(SPLIT).filter(
    (split) => !isOverTime(report) || (split !== SPLIT.interval && split !== SPLIT.categoryGroup),
  );
  if (!isBudgeted(report)) return all;
  return all.filter((split) => split !== SPLIT.payee && split !== SPLIT.account);
}

export const intervalsOf = (report: Report): readonly string[] =>
  isBudgeted(report) ? [MONTHLY, YEARLY] : [DAILY, WEEKLY, MONTHLY, YEARLY];

/** The kinds of value that a report can show. */
export function balancesOf({ groupBy }: Report): readonly string[] {
  const all = Object.values(BALANCE);
  // The rings of groups and categories have no room for values of both signs.
  return groupBy === SPLIT.categoryGroup ? all.filter((type) => type !== BALANCE.net) : all;
}

/** The ways in which a report can be drawn. */
export function graphsOf({ mode, groupBy, balanceType }: Report): readonly string[] {
  if (mode === 'time') {
    const nets = balanceType === BALANCE.netPayment || balanceType === BALANCE.netDeposit;
    return [GRAPH.stacked, GRAPH.lines, ...(nets ? [] : [GRAPH.table])];
  }
  if (groupBy === SPLIT.categoryGroup) return [GRAPH.donut];
  const donut = balanceType === BALANCE.net ? [] : [GRAPH.donut];
  if (groupBy === SPLIT.interval) return [GRAPH.bars, GRAPH.area, GRAPH.table];
  return [GRAPH.bars, ...donut, GRAPH.table];
}

const within = (offered: readonly string[], value: string) =>
  offered.includes(value) ? value : (offered[0] ?? value);

/** The report after a choice: what no longer goes with it takes the next best value. */
export function chosen(report: Report, choice: Partial<Report>): Report {
  const next = { ...report, ...choice };
  if (choice.groupBy !== undefined && !splitsOf(next).includes(next.groupBy)) next.mode = 'total';
  next.groupBy = within(splitsOf(next), next.groupBy);
  next.balanceType = within(balancesOf(next), next.balanceType);
  if (isBudgeted(next)) {
    next.interval = intervalsOf(next).includes(next.interval) ? next.interval : MONTHLY;
    next.conditions = next.conditions.filter(({ field }) => field === 'category');
  }
  if (next.interval !== report.interval && !RANGES[next.interval]?.includes(next.dateRange)) {
    next.dateRange = USUAL_RANGE[next.interval] ?? next.dateRange;
  }
  next.graphType = within(graphsOf(next), next.graphType);
  return next;
}
