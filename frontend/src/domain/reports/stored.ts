/** Words that cards and saved reports store. */

export const DAILY = 'Daily';
export const WEEKLY = 'Weekly';
export const MONTHLY = 'Monthly';
export const YEARLY = 'Yearly';

export const BARS = 'Bar';
export const LINES = 'Line';

/** The kinds of value that a saved report shows. */
export const BALANCE = {
  payment: 'Payment',
  deposit: 'Deposit',
  net: 'Net',
  netPayment: 'Net Payment',
  netDeposit: 'Net Deposit',
  budgeted: 'Budgeted',
} as const;

/** The ways to split a saved report. */
export const SPLIT = {
  category: 'Category',
  group: 'Group',
  categoryGroup: 'CategoryGroup',
  payee: 'Payee',
  account: 'Account',
  interval: 'Interval',
} as const;

/** How a saved report is drawn. */
export const GRAPH = {
  table: 'TableGraph',
  bars: 'BarGraph',
  area: 'AreaGraph',
  donut: 'DonutGraph',
  stacked: 'StackedBarGraph',
  lines: 'LineGraph',
} as const;

/** The live ranges of saved reports. */
export const LIVE = {
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  currentQuarter: 'Current quarter',
  previousQuarter: 'Previous quarter',
  days30: 'Last 30 days',
  months3: 'Last 3 months',
  months6: 'Last 6 months',
  months12: 'Last 12 months',
  yearToDate: 'Year to date',
  lastYear: 'Last year',
  priorYear: 'Prior year to date',
  all: 'All time',
} as const;
