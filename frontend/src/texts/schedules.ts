/** Words of schedules: their dates, list, editor, suggestions and what the register shows of them. */
import { form, LOCALE, listed, number, ordinal, plural } from './locale';
import { scheduleScreens } from './scheduleShell';
import { counted } from './transactions';

const schedules = (count: number) => plural(count, { one: 'schedule', other: 'schedules' });

const dayOfYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const weekdayShort = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' });
const often = (one: string, units: string) => (interval: number) =>
  form(interval, { one, other: `every ${number(interval)} ${units}` });
const every = (unit: string, units: string) => often(`every ${unit}`, units);

/** Repeating dates in words. */
export const recurrenceTexts = {
  every: {
    daily: every('day', 'days'),
    weekly: every('week', 'weeks'),
    monthly: every('month', 'months'),
    yearly: every('year', 'years'),
  },
  /** The same in few words. */
  often: {
    daily: often('daily', 'days'),
    weekly: often('weekly', 'weeks'),
    monthly: often('monthly', 'months'),
    yearly: often('yearly', 'years'),
  },
  on: (rhythm: string, days: string) => `${rhythm} on ${days}`,
  weekdays: {
    SU: 'Sunday',
    MO: 'Monday',
    TU: 'Tuesday',
    WE: 'Wednesday',
    TH: 'Thursday',
    FR: 'Friday',
    SA: 'Saturday',
  },
  weekdayShort: (day: string) => weekdayShort.format(new Date(`${day}T00:00:00Z`)),
  dayOfYear: (day: string) => dayOfYear.format(new Date(`${day}T00:00:00Z`)),
  dayOfMonth: (day: number) => `the ${ordinal(day)}`,
  lastDay: 'the last day',
  weekdayOfMonth: (place: number, weekday: string) => `the ${ordinal(place)} ${weekday}`,
  lastWeekday: (weekday: string) => `the last ${weekday}`,
  offWeekend: {
    before: ', or the Friday before a weekend',
    after: ', or the Monday after a weekend',
  },
  until: (day: string) => `, until ${day}`,
  times: (count: number) => `, ${plural(count, { one: 'time', other: 'times' })}`,
} as const;

/** Words of the editor of a repeating date. */
export const recurrenceEditorTexts = {
  title: 'Repeats',
  start: 'First date',
  interval: 'Every',
  frequency: 'Unit',
  units: { daily: 'Days', weekly: 'Weeks', monthly: 'Months', yearly: 'Years' },
  days: 'On',
  pattern: (at: number) => `Day ${number(at)}`,
  place: 'Which',
  kind: 'Kind of day',
  kinds: { day: 'Day' },
  places: { last: 'Last', nth: (place: number) => ordinal(place) },
  addDay: 'Add a day',
  removeDay: 'Remove this day',
  skips: (day: number) => `Months without a ${ordinal(day)} are skipped.`,
  onLastDay: 'Use the last day instead',
  weekend: 'On a weekend',
  weekends: { stay: 'Keep the date', before: 'Friday before', after: 'Monday after' },
  end: 'Ends',
  ends: { never: 'Never', after_n_occurrences: 'After', on_date: 'On a date' },
  endCount: 'Times',
  endDate: 'Last date',
  next: 'Next dates',
  noDates: 'There is no date left.',
  invalid: 'Invalid rule.',
} as const;

export const schedulesTexts = {
  title: scheduleScreens.schedules,
  filter: 'Filter schedules…',
  clearFilter: 'Clear the filter',
  searchSchedules: 'Search schedules',
  find: 'Find schedules',
  findHelp: 'Find schedules in your transactions',
  add: 'Add new schedule',
  showCompleted: 'Show completed schedules',
  hideCompleted: 'Hide completed schedules',
  none: 'No schedules',
  noneHint:
    'A schedule enters a bill or a paycheck that repeats, so you see it coming and never type it twice.',
  noMatch: 'No matching schedules',
  allCompleted: 'All schedules are completed.',
  columns: {
    select: 'Select',
    payee: 'Payee',
    account: 'Account',
    date: 'Next date',
    status: 'Status',
    amount: 'Amount',
    recurring: 'Recurring',
    menu: 'Actions',
  },
  statuses: {
    completed: 'Completed',
    paid: 'Paid',
    due: 'Due',
    upcoming: 'Upcoming',
    missed: 'Missed',
    scheduled: 'Scheduled',
  },
  noPayee: 'No payee',
  noAccount: 'No account',
  once: 'Once',
  ended: 'No date left',
  named: (name: string, amount: string) => (amount === '' ? name : `${name}, ${amount}`),
  approximately: (amount: string) => `about ${amount}`,
  between: (one: string, other: string) => `${one} to ${other}`,
  postsItself: 'Posts by itself',
  actionsOf: (name: string) => `Actions for ${name}`,
  menuCellHelp: 'In the last column: Row menu',
  count: (shown: number, all: number) =>
    shown === all ? schedules(all) : `${number(shown)} of ${schedules(all)}`,
  view: 'View schedule',
  link: scheduleScreens.link,
  linkHelp: 'Link the selected transactions to a schedule',
  make: 'Make a schedule',
  linked: 'Belongs to a schedule',
  edit: 'Edit schedule',
  editHelp: 'Edit a schedule',
  post: 'Post transaction',
  postToday: 'Post transaction today',
  skip: 'Skip next date',
  complete: 'Complete',
  restart: 'Restart',
  removeSome: (count: number) => `Delete ${schedules(count)}`,
  removeHelp: 'Delete the selected schedules',
  nothingSelected: 'Select a schedule first',
  needsAccount: 'Choose an account in the schedule first',
  isOnce: 'This schedule has one date only',
} as const;

/** Words of the editor of a schedule. */
export const scheduleFormTexts = {
  newTitle: 'New schedule',
  title: scheduleScreens.edit,
  name: 'Name',
  nameHint: 'Optional. Goal templates find a schedule by its name.',
  payee: 'Payee',
  account: 'Account',
  direction: 'Direction',
  payment: 'Payment',
  deposit: 'Deposit',
  amount: 'Amount',
  amountOp: 'Amount is',
  ops: { is: 'exactly', isapprox: 'approximately', isbetween: 'between' },
  from: 'From',
  to: 'To',
  date: 'Date',
  repeats: 'Repeats',
  editRecurrence: 'Change how it repeats',
  posts: 'Automatically add transaction',
  postsHint: 'Sobre enters it when the date comes. Without it, you post each one yourself.',
  add: 'Add',
  dateRequired: 'Date is required',
  amountRequired: 'A valid amount is required',
  accountRequired: 'Choose an account. Sobre cannot post without one.',
  otherAccount: 'Choose another account',
  accountClosed: 'This account is closed. Choose another one, or nothing is posted.',
  accountDeleted: 'This account was deleted. Choose another one, or nothing is posted.',
  nameTaken: 'Another schedule has this name',
  upcoming: 'Upcoming dates',
  mode: 'Transactions',
  modes: { matched: 'Matching', linked: 'Linked' },
  matchedHint: 'Transactions that this schedule describes. Select the ones that belong to it.',
  linkedHint: 'Transactions that belong to this schedule.',
  noneLinked: 'Nothing is linked yet',
  searchFailed: (why: string) => `Could not search: ${why}`,
  waits: 'Fill in the fields above to find matching transactions.',
  unlink: (count: number) => `Unlink ${counted(count)}`,
  willLink: (count: number) => `${counted(count)} will be linked when you save.`,
  gone: 'This schedule does not exist any more.',
  goneMeanwhile: 'This schedule was deleted in the meantime. You can save it as a new one.',
  saveAsNew: 'Save as new schedule',
} as const;

/** Words of restarting a schedule whose only date is paid. */
export const restartTexts = {
  title: (name: string) => `Restart ${name}`,
  hint: (day: string) => `Its date, ${day}, is paid. Choose when it comes again.`,
  date: 'New date',
  chooseLater: 'Choose today or a later day',
  isPaid: 'The last payment would count for this day: choose a later one',
  action: 'Restart',
} as const;

/** Words of the suggestions found among transactions. */
export const discoverTexts = {
  title: scheduleScreens.discover,
  hint: 'These transactions come back regularly. Select the ones that should become schedules.',
  searching: 'Searching transactions…',
  none: 'No schedules found',
  noneHint: 'Sobre suggests a schedule once a payee came back three times.',
  create: (count: number) => (count === 0 ? 'Create schedules' : `Create ${schedules(count)}`),
  chooseSome: 'Select at least one',
  take: (name: string) => `Create a schedule for ${name}`,
  evidence: (found: number, dates: number, unit: string) =>
    found === dates
      ? `all of the last ${number(dates)} ${unit}`
      : `${number(found)} of the last ${number(dates)} ${unit}`,
  units: { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years', other: 'dates' },
  sameDay: 'always on the day',
  daysOff: (days: number) => `at most ${plural(days, { one: 'day', other: 'days' })} off`,
  sameAmount: (amount: string) => `always ${amount}`,
  amounts: (least: string, most: string) => `${least} to ${most}`,
  lastOn: (day: string) => `last on ${day}`,
} as const;

/** Words of the choice of a schedule for transactions. */
export const linkTexts = {
  title: scheduleScreens.link,
  hint: (count: number) => `Choose the schedule that ${counted(count)} belong to.`,
  hintOne: 'Choose the schedule that this transaction belongs to.',
  none: 'There are no schedules yet.',
  create: 'Create new schedule',
  unlink: 'Unlink',
  nothing: 'Select transactions first.',
} as const;

/** Words of what could not be posted without the server. */
export const offlineTexts = {
  title: scheduleScreens.postsOffline,
  lead: 'Sobre could not reach the server, so it did not post these scheduled transactions. Another device may have posted them.',
  payees: 'Payees',
  hint: 'Check the schedules and post what is missing.',
  review: 'Review',
  noticeTitle: 'Scheduled transactions wait',
  notice: (payees: readonly string[]) =>
    `Without the server Sobre did not post ${listed(payees)}. [Review](#review)`,
} as const;

/** Words of what schedules will bring, in registers and the budget. */
export const comingTexts = {
  title: 'Coming up',
  count: (count: number, late: number) =>
    late === 0 ? `${number(count)}` : `${number(count)}, ${number(late)} missed`,
  later: 'An earlier date of this schedule comes first',
  after: (balance: string) => `then ${balance}`,
  lowest: (amount: string, day: string) => `Lowest ahead ${amount} on ${day}`,
  day: 'Date',
  what: 'What',
  amount: 'Amount',
  balance: 'Balance',
  balanceToday: 'Balance today',
  entered: 'Entered for a later day',
  untilIncome: (day: string) => `Until the next income on ${day}.`,
  untilDay: (day: string) => `Until ${day}. No schedule brings income before.`,
} as const;

/** Words of the bills of a month that are not paid yet. */
export const billsTexts = {
  toCome: 'Still to come',
  titleIn: (month: string) => `What is coming in ${month}`,
  accounts: 'Lowest balance until the next income',
  noCategory: 'No category',
  nothing: (month: string) => `No schedule brings anything more in ${month}.`,
  missed: (day: string) => `Missed on ${day}`,
} as const;

const SHOW_SCHEDULES = '[Show schedules](#schedules)';

/** Notices of what the program posted by itself. */
export const runTexts = {
  title: 'Schedules posted transactions',
  posted: (names: readonly string[], count: number) =>
    count > names.length
      ? `${listed([...names, `${number(count - names.length)} more`])}. ${SHOW_SCHEDULES}`
      : `${listed(names)}. ${SHOW_SCHEDULES}`,
  one: (name: string, amount: string, day: string) => `${name} ${amount} on ${day}`,
} as const;

/** Notices of what the program should have posted and could not. */
export const failedTexts = {
  title: 'Schedules could not be posted',
  failed: (each: readonly string[], count: number) =>
    count > each.length
      ? `${each.join(' ')} ${number(count - each.length)} more. ${SHOW_SCHEDULES}`
      : `${each.join(' ')} ${SHOW_SCHEDULES}`,
  one: (name: string, why: string) => `${name}: ${why}`,
} as const;
