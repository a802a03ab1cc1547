import { number, SEPARATOR } from './locale';

/** Texts for comparing figures with an earlier range or with the budget. */
export const compareTexts = {
  title: 'Compare with',
  none: 'Nothing',
  ways: {
    previous: 'The previous period',
    'last-year': 'The same period last year',
    'average-of-3': 'Average of the last 3 periods',
    'average-of-6': 'Average of the last 6 periods',
    'average-of-12': 'Average of the last 12 periods',
    budget: 'The budget',
  },
  /** The names of the compared figures of a chart. */
  others: {
    previous: (name: string) => `${name}, period before`,
    'last-year': (name: string) => `${name}, last year`,
    'average-of-3': (name: string) => `${name}, average of 3`,
    'average-of-6': (name: string) => `${name}, average of 6`,
    'average-of-12': (name: string) => `${name}, average of 12`,
    budget: (name: string) => `${name}, budgeted`,
  },
  averageOf: (count: number) => `The average of these ${number(count)} figures.`,
  withoutLater:
    'Only the days up to today are compared. The figures above also count transactions after today.',
  figure: 'Figure',
  difference: 'Difference',
  total: 'Total',
  budgeted: 'Budgeted',
  caption: (range: string, other: string) => `${range} compared with ${other}`,
  series: {
    netWorth: 'Net worth',
    change: 'Change',
    income: 'Income',
    expenses: 'Expenses',
    net: 'Net',
    sum: 'Sum',
  },
  same: 'the same',
  /** Beside a figure: the other one, and how they differ. */
  beside: (others: string, base: string, difference: string) =>
    `${others}: ${base}${SEPARATOR}${difference}`,
  upToToday: (difference: string) => `${difference}, up to today`,
  differences: {
    spent: (amount: string, isMore: boolean) => `spent ${amount} ${isMore ? 'more' : 'less'}`,
    received: (amount: string, isMore: boolean) => `received ${amount} ${isMore ? 'more' : 'less'}`,
    worth: (amount: string, isMore: boolean) => `${amount} ${isMore ? 'more' : 'less'}`,
  },
  percent: (share: string) => `${share} %`,
  withShare: (words: string, share: string) => `${words}, ${share}`,
} as const;
