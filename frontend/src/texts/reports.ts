/** Words of the reports. */
import { listed } from './locale';

type Direction = 'rose' | 'fell' | 'same';

/** An amount and when it was: 'in May 2026', 'on 05/01/2026'. */
interface Point {
  amount: string;
  period: string;
}

const VERBS: Record<Direction, string> = { rose: 'rose', fell: 'fell', same: 'stayed the same' };
const WAYS: Record<Direction, string> = { rose: 'up', fell: 'down', same: 'unchanged' };

export const reportsTexts = {
  netWorth: 'Net worth',
  cashFlow: 'Cash flow',
  range: 'Date range',
  startMonth: 'Start month',
  endMonth: 'End month',
  quick: {
    month1: '1 month',
    months3: '3 months',
    months6: '6 months',
    year: '1 year',
    all: 'All time',
  },
  showRange: (range: string) => `Show ${range.toLowerCase()}`,
  month: 'Month',
  day: 'Day',
  view: 'Show by',
  days: 'Days',
  months: 'Months',
  balanceLine: 'Balance line',
  assets: 'Assets',
  debts: 'Debts',
  change: 'Change',
  income: 'Income',
  expenses: 'Expenses',
  transfers: 'Transfers',
  net: 'Net',
  balance: 'Balance',
  balanceChange: 'Change of balance',
  empty: 'No transactions in this range',
  allZero: 'All figures of this range are 0, so there is nothing to draw',
  /** A month on the axis. */
  tick: (month: string, year: string) => `${month} ${year}`,
  changed: (way: Direction, amount: string, since: string) =>
    way === 'same' ? `${WAYS.same} since ${since}` : `${WAYS[way]} ${amount} since ${since}`,
  now: (name: string, amount: string) => `${name} is now ${amount}`,
  inPeriod: (period: string) => `in ${period}`,
  endOf: (period: string) => `the end of ${period}`,
  atThe: (end: string) => `at ${end}`,
  onDay: (day: string) => `on ${day}`,
  stood: (name: string, { amount, period }: Point) => `${name} was ${amount} ${period}.`,
  trend: (way: Direction, { name, first, last }: { name: string; first: Point; last: Point }) =>
    way === 'same'
      ? `${name} was ${last.amount} ${first.period} and again ${last.period}.`
      : `${name} ${VERBS[way]} from ${first.amount} ${first.period} to ${last.amount} ${last.period}.`,
  lowest: ({ amount, period }: Point) => `lowest ${period} at ${amount}`,
  highest: ({ amount, period }: Point) => `highest ${period} at ${amount}`,
  daysFromTo: (from: string, to: string) => `${from} – ${to}`,
  between: (extremes: readonly string[]) => `It was ${listed(extremes)}.`,
  flow: (flow: { first: string; last: string; income: string; spent: string }) => {
    const { first, last, income, spent } = flow;
    const when = first === last ? `In ${first}` : `From ${first} to ${last}`;
    return `${when}, ${income} came in and ${spent} went out.`;
  },
  balanceMoved: (way: Direction, from: string, to: string) =>
    way === 'same'
      ? `The balance stayed at ${to}.`
      : `The balance ${VERBS[way]} from ${from} to ${to}.`,
  /** The title of the register with the transactions of a period. */
  transactionsIn: (period: string, isMonth: boolean) =>
    isMonth ? `Transactions in ${period}` : `Transactions on ${period}`,
  fileName: (title: string, from: string, to: string) => `${title} ${from}–${to}`,
  how: 'How is this calculated?',
  howNetWorth: [
    'Net worth is everything you own less everything you owe, at the end of each month.',
    'Assets are the balances above zero, debts the balances below zero.',
    'All accounts count: on and off budget, open and closed. Transfers between them change nothing.',
    'The change compares the end of the range with the day before it begins.',
    'Transactions after today count in their month.',
  ],
  howCashFlow: [
    'Only accounts on budget count, open and closed.',
    'Income is money that came in, refunds and starting balances included. Expenses are money that went out.',
    'Transfers are neither. They stand apart: between accounts on budget they cancel out, and to and from accounts off budget they change the balance.',
    'Net is income less expenses. The change of balance also includes the transfers.',
    'Days end today. A month counts as a whole, with its transactions after today.',
  ],
} as const;
