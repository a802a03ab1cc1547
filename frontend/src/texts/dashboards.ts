/** Words of dashboards: their pages, their cards and the figures on these. */
import { listed, number, plural, SEPARATOR } from './locale';

const months = (count: number) => plural(count, { one: 'month', other: 'months' });
const years = (count: number) => plural(count, { one: 'year', other: 'years' });
const transactions = (count: number) =>
  plural(count, { one: 'transaction', other: 'transactions' });
const soFar = (isNow: boolean) => (isNow ? ' so far' : '');
const days = (count: number) => plural(count, { one: 'day', other: 'days' });

export const dashboardsTexts = {
  pages: 'Pages',
  pageActions: (page: string) => `Actions for page ${page}`,
  addPage: 'Add a page',
  renamePage: 'Rename page',
  resetPage: 'Reset to the default cards',
  deletePage: 'Delete page',
  lastPage: 'A budget keeps one page.',
  pageName: 'Name',
  exportPage: 'Export page',
  exported: (file: string) => `Saved ${file}`,
  saveFigures: 'Save figures as CSV',
  noFigures: 'No card on this page has figures.',
  importPage: 'Import cards…',
  importTitle: (page: string) => `Import cards to ${page}`,
  importHint: 'All cards of this page are replaced by those of the file. Undo brings them back.',
  importFile: 'File of an exported page',
  addCard: 'Add a card',
  newReport: 'New report…',
  reportCard: (name: string) => `Report ${name}`,
  cardsOf: (page: string) => `Cards of ${page}`,
  noCards: 'No cards on this page',
  noCardsHint: 'A card shows one thing about your money, such as your net worth or what you spent.',
  noPage: 'This page no longer exists.',
} as const;

/** Words around a card. */
export const cardTexts = {
  actions: (card: string) => `Actions for ${card}`,
  rename: 'Rename card',
  name: 'Name',
  nameHint: (title: string) => `Leave it empty for “${title}”.`,
  editText: 'Edit text',
  addText: 'Add a text',
  text: 'Text',
  textHint: 'Markdown: # for a title, ** around bold words, - before the lines of a list.',
  copyTo: 'Copy to another page…',
  copyTitle: (card: string) => `Copy ${card}`,
  page: 'Page',
  copy: 'Copy',
  remove: 'Remove',
  moveLeft: 'Move a card left',
  moveRight: 'Move a card right',
  moveUp: 'Move a card up',
  moveDown: 'Move a card down',
  narrower: 'Make a card narrower',
  wider: 'Make a card wider',
  lower: 'Make a card lower',
  higher: 'Make a card higher',
  nextCard: 'Go to the next card or figure',
  openCard: 'Open a card or a figure',
  cardMenu: 'Open the menu of a card',
  how: 'See how a figure is calculated',
  movedTo: (column: number, row: number, width: number) =>
    `column ${number(column)} of 12, row ${number(row)}, width ${number(width)}`,
  resizedTo: (column: number, row: number, width: number, height: number) =>
    `column ${number(column)} of 12, row ${number(row)}, width ${number(width)}, height ${number(height)}`,
  noFurther: 'It cannot go further.',
  smallest: 'That is its smallest size.',
  widest: 'There is no more room on this side.',
  missing: 'A condition of this card names something that was deleted.',
  reportGone: 'This report is gone: it was deleted.',
  unknownType: (type: string) =>
    `This version of Sobre cannot show a card of type “${type}”. More reports coming soon.`,
  unreadable: 'The settings of this card cannot be read.',
  notComputed: 'Sobre keeps this card, but does not compute simulations.',
} as const;

/** Words of the figures of cards. */
export const figureTexts = {
  filtered: (range: string) => `${range}${SEPARATOR}filtered`,
  range: (from: string, to: string) => `${from} – ${to}`,
  endOf: (period: string) => `the end of ${period}`,
  change: {
    up: (amount: string, since: string) => `up ${amount} since ${since}`,
    down: (amount: string, since: string) => `down ${amount} since ${since}`,
    same: (since: string) => `unchanged since ${since}`,
  },
  income: 'Income',
  expenses: 'Expenses',
  net: 'Net',
  spentSoFar: 'spent so far',
  receivedSoFar: 'received, less what was spent',
  spentIn: (month: string) => `spent in ${month}`,
  more: (amount: string, than: string) => `${amount} more than ${than}`,
  less: (amount: string, than: string) => `${amount} less than ${than}`,
  asMuch: (than: string) => `as much as ${than}`,
  inMonth: (month: string) => `in ${month}`,
  byThisDay: (month: string) => `in ${month} by this day`,
  average: (count: number) => `the average of ${months(count)}`,
  noAverage: 'There are no earlier months to compare with.',
  overBudget: (amount: string, isNow: boolean) => `${amount} over the budget${soFar(isNow)}`,
  underBudget: (amount: string, isNow: boolean) => `${amount} under the budget${soFar(isNow)}`,
  onBudget: (isNow: boolean) => `exactly on budget${soFar(isNow)}`,
  spent: 'spent',
  received: 'received',
  nothing: '–',
  percent: (share: string) => `${share} %`,
  sum: 'Sum',
  divisors: {
    avgPerMonth: 'Months',
    avgPerYear: 'Years',
    avgPerTransact: 'Number of transactions',
    percentage: 'The whole',
  },
  dividedBy: 'Divided by',
  sumOf: (count: number) => `of ${transactions(count)}`,
  per: {
    avgPerMonth: (sum: string, count: number) => `a month: ${sum} in ${months(count)}`,
    avgPerYear: (sum: string, count: number) => `a year: ${sum} in ${years(count)}`,
    avgPerTransact: (sum: string, count: number) =>
      `a transaction: ${sum} in ${transactions(count)}`,
    percentage: (sum: string, divisor: string) => `${sum} of ${divisor}`,
  },
  calendarDay: (day: string, received: string, spent: string) =>
    `${day}${SEPARATOR}received ${received}${SEPARATOR}spent ${spent}`,
  calendarEmpty: 'No days in this range',
  itemColumn: 'Item',
  amountColumn: 'Amount',
  shareColumn: 'Share',
  averages: {
    Daily: (amount: string) => `in all, ${amount} a day`,
    Weekly: (amount: string) => `in all, ${amount} a week`,
    Monthly: (amount: string) => `in all, ${amount} a month`,
    Yearly: (amount: string) => `in all, ${amount} a year`,
  },
  noRows: 'No transactions in this range',
  moreRows: (count: number) => `and ${number(count)} more`,
  notShown: (parts: readonly string[]) => `Not shown: ${listed(parts)}`,
  notShownKinds: {
    hidden: (count: number, sum: string) => `${number(count)} of hidden categories, ${sum}`,
    offBudget: (count: number, sum: string) => `${number(count)} off budget, ${sum}`,
    uncategorised: (count: number, sum: string) => `${number(count)} without a category, ${sum}`,
  },
  age: days,
  noAge: 'Nothing spent yet',
  ageHint: 'between earning money and spending it',
  onDay: (day: string) => `on ${day}`,
  ageTrend: (change: number, when: string) =>
    change === 0
      ? `the same as ${when}`
      : `${days(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than ${when}`,
  /** How the age of money is calculated. */
  howAge: (count: number) =>
    `The mean of the ages of the last ${plural(count, { one: 'payment', other: 'payments' })}, in whole days. Each payment uses the oldest income that is left; its age is the number of days since the last income that it used.`,
  howAgeThen:
    'The mean of the ages of the last ten payments up to then, in whole days. Each payment uses the oldest income that is left; its age is the number of days since the last income that it used.',
  agedPayment: (amount: string, day: string, earned: string) =>
    `${amount} on ${day}, earned on ${earned}`,
  agesTogether: 'All ages together',
  agedPayments: 'Payments',
  insufficient: 'Some spending came before any income, so part of the income is missing.',
  budgeted: 'Budgeted',
  spentTitle: 'Spent',
  balance: 'Balance',
  overspent: 'Overspending left out',
  crossoverIn: (count: number) => `in ${years(count)}`,
  noExpenses: 'No regular expenses',
  emptyMonths: (empty: number, all: number, first: string) =>
    `${number(empty)} of ${months(all)} are before your first transaction and count as months without expenses. Choose a range that starts in ${first}.`,
  seldomExpenses: 'Most of these months have no expenses. Choose the mean, or other categories.',
  noCrossover: 'Not within fifty years',
  crossoverHint: 'when your savings pay your expenses',
  expensesAMonth: 'Expenses a month',
  savingsNeeded: 'Savings needed',
  savingsNow: 'Savings now',
  returnAYear: 'Return a year',
  forecastEnd: (day: string) => `expected on ${day}`,
  lowest: (amount: string, day: string) => `Lowest: ${amount} on ${day}`,
  /** How a balance ahead is calculated. */
  howForecast: (day: string) =>
    `What the accounts hold on ${day} by the transactions entered so far, plus what is expected up to that day.`,
  howTracked: (day: string) =>
    `The balance on budget, plus what the budget plans to save up to ${day}: its income less its spending. Of the month that has begun only what is left counts.`,
  howBooked: (day: string) => `The sum of all transactions of these accounts up to ${day}.`,
  howLowest: 'The smallest balance of all days of the range, the first one if there are several.',
  entered: 'Transactions up to then',
  enteredAndPlanned: 'Transactions up to then, less what the budget plans to spend',
  paidBySchedules: 'Payments of schedules',
  missedPayments: 'Missed payments, as paid today',
  plannedByBudget: 'Planned by the budget',
  belowZero: (account: string, day: string) => `${account} falls below zero on ${day}.`,
  wasBelowZero: (account: string, day: string) => `${account} fell below zero on ${day}.`,
  missed: (count: number) =>
    plural(count, {
      one: '# missed payment counts as paid today.',
      other: '# missed payments count as paid today.',
    }),
  ticked: '☑ ',
  unticked: '☐ ',
  yes: 'Yes',
  no: 'No',
  formulaInvites: 'Shows one figure that you calculate yourself, such as the share you save.',
  writeFormula: 'Write its formula',
  /** The faults of a formula, by what the program says of them. */
  formulaFaults: {
    'Formula must start with =': 'A formula begins with =.',
    'Formula error: ERROR': 'This formula cannot be read. Check its brackets and quotation marks.',
    'Formula error: VALUE':
      'This formula counts with something that is no number, or that does not exist.',
    'Formula error: NUM': 'The result of this formula is too large.',
    'Formula error: DIV_BY_ZERO': 'This formula divides by 0.',
  },
  comesFrom: 'From',
  goesTo: 'To',
  nodes: {
    payee: 'Payee',
    noPayee: 'No payee',
    income: 'Income',
    refunds: 'Refunds',
    fromMonthBefore: 'From the month before',
    overbudgeted: 'Overbudgeted',
    fromCategory: 'From a category',
    accounts: 'Accounts',
    account: 'Account',
    available: 'Available funds',
    budgeted: 'Budgeted',
    toBudget: 'To budget',
    nextMonth: 'For next month',
    overspent: 'Overspent',
    saved: 'Saved',
    paidBack: 'Paid back',
    group: 'Group',
    category: 'Category',
    other: 'Other',
    unmatched: 'Unmatched',
  },
} as const;
