/** Sentences of the steps of undo, by the key that a step carries. Facts come as they are shown. */

import { cardTitle } from './cards';
import { form, plural } from './locale';
import { counted } from './transactions';

interface Named {
  name: string;
}
interface InMonth {
  month: string;
}
interface Renamed {
  from: string;
  to: string;
}
interface OfCategory {
  category: string;
  month: string;
}
interface OfAmount {
  amount: string;
}
interface From {
  from: string;
}
/** A transaction by its payee, or by its amount where it has none. */
interface OfTransaction {
  what: string;
}
interface OfDay {
  name: string;
  day: string;
}
interface Counted {
  count: number;
}
/** A card by its name, which may be empty, and its type. */
interface OfCard {
  name: string;
  type: string;
}

const months = (count: number) => plural(count, { one: 'month', other: 'months' });
const categories = (count: number) => plural(count, { one: 'category', other: 'categories' });
const nextMonths = (count: number) =>
  form(count, { one: 'the next month', other: `the next ${months(count)}` });
const amounts = (count: number) => plural(count, { one: 'amount', other: 'amounts' });
const rules = (count: number) => plural(count, { one: 'rule', other: 'rules' });
const schedules = (count: number) => plural(count, { one: 'schedule', other: 'schedules' });
const cards = (count: number) => plural(count, { one: 'card', other: 'cards' });
const payees = (count: number) => plural(count, { one: 'payee', other: 'payees' });

export const stepsTexts = {
  /** For scripts, which bring their own words. */
  named: ({ name }: Named) => name,

  budgeted: ({ amount, category, month }: OfAmount & OfCategory) =>
    `Budgeted ${amount} to ${category} in ${month}`,
  budgetedSome: ({ count }: Counted) => `Budgeted ${amounts(count)}`,
  filledRight: ({ category, count, month }: Counted & OfCategory) =>
    `Copied the budget of ${category} in ${month} to ${nextMonths(count)}`,
  carriedOver: ({ category, month }: OfCategory) =>
    `Carried the negative balance of ${category} over from ${month}`,
  stoppedCarryingOver: ({ category, month }: OfCategory) =>
    `Stopped carrying the negative balance of ${category} over from ${month}`,
  copiedLastMonth: ({ month }: InMonth) => `Copied last month's budget to ${month}`,
  copiedLastMonthOf: ({ category, month }: OfCategory) =>
    `Copied last month's budget of ${category} to ${month}`,
  copiedUntilYearEnd: ({ category, month }: OfCategory) =>
    `Copied the budget of ${category} in ${month} to the rest of the year`,
  copiedToFuture: ({ month }: InMonth) => `Copied the budget of ${month} to all later months`,
  setToZero: ({ month }: InMonth) => `Set all budgets in ${month} to zero`,
  setToAverage: ({ count, month }: Counted & InMonth) =>
    `Set all budgets in ${month} to the average of ${months(count)}`,
  setToAverageOf: ({ category, count, month }: Counted & OfCategory) =>
    `Set ${category} in ${month} to the average of ${months(count)}`,
  heldForNextMonth: ({ amount, month }: OfAmount & InMonth) =>
    `Held ${amount} of ${month} for the next month`,
  releasedHold: ({ month }: InMonth) => `Released the money held in ${month}`,
  stoppedHoldingIncome: ({ month }: InMonth) => `Stopped holding the income of ${month}`,
  coveredOverspending: ({ amount, category, from, month }: OfAmount & OfCategory & From) =>
    `Covered ${amount} of ${category} from ${from} in ${month}`,
  coveredFromToBudget: ({ amount, category, month }: OfAmount & OfCategory) =>
    `Covered ${amount} of ${category} from To Budget in ${month}`,
  coveredAll: ({ amount, count, from, month }: OfAmount & Counted & From & InMonth) =>
    `Covered ${amount} of ${categories(count)} from ${from} in ${month}`,
  coveredAllFromToBudget: ({ amount, count, month }: OfAmount & Counted & InMonth) =>
    `Covered ${amount} of ${categories(count)} from To Budget in ${month}`,
  coveredOverbudgeting: ({ amount, category, month }: OfAmount & OfCategory) =>
    `Covered ${amount} overbudgeted from ${category} in ${month}`,
  movedMoney: ({ amount, from, to, month }: OfAmount & Renamed & InMonth) =>
    `Moved ${amount} from ${from} to ${to} in ${month}`,
  returnedMoney: ({ amount, category, month }: OfAmount & OfCategory) =>
    `Moved ${amount} from ${category} to To Budget in ${month}`,
  budgetedAvailable: ({ amount, category, month }: OfAmount & OfCategory) =>
    `Moved ${amount} from To Budget to ${category} in ${month}`,
  appliedTemplates: ({ count, month }: Counted & InMonth) =>
    `Filled ${categories(count)} from templates in ${month}`,
  overwroteWithTemplates: ({ count, month }: Counted & InMonth) =>
    `Overwrote ${categories(count)} from templates in ${month}`,
  appliedTemplatesOf: ({ category, month }: OfCategory) =>
    `Filled ${category} from its template in ${month}`,
  cleanedUp: ({ month }: InMonth) => `Cleaned up ${month}`,
  addedGroup: ({ name }: Named) => `Added group ${name}`,
  addedCategory: ({ name, group }: Named & { group: string }) => `Added ${name} to ${group}`,
  switchedToEnvelopes: () => 'Switched to an envelope budget',
  switchedToTracking: () => 'Switched to a tracking budget',

  renamed: ({ from, to }: Renamed) => `Renamed ${from} to ${to}`,
  hid: ({ name }: Named) => `Hid ${name}`,
  showed: ({ name }: Named) => `Showed ${name}`,
  moved: ({ name }: Named) => `Moved ${name}`,
  deleted: ({ name }: Named) => `Deleted ${name}`,
  changedNote: ({ name }: Named) => `Changed the note of ${name}`,
  changedMonthNote: ({ month }: InMonth) => `Changed the note of ${month}`,

  addedAccount: ({ name }: Named) => `Added account ${name}`,
  reopenedAccount: ({ name }: Named) => `Reopened ${name}`,
  closedAccount: ({ name }: Named) => `Closed account ${name}`,
  deletedAccount: ({ name }: Named) => `Deleted account ${name}`,
  reconciled: ({ name }: Named) => `Reconciled ${name}`,
  adjustedBalance: ({ name }: Named) => `Adjusted the balance of ${name}`,

  renamedPayee: ({ from, to }: Renamed) => `Renamed payee ${from} to ${to}`,
  madeFavorite: ({ name }: Named) => `Made ${name} a favorite`,
  removedFavorite: ({ name }: Named) => `Removed ${name} from the favorites`,
  startedLearning: ({ name }: Named) => `Learning categories from ${name}`,
  stoppedLearning: ({ name }: Named) => `Stopped learning categories from ${name}`,
  mergedPayees: ({ count, into }: Counted & { into: string }) =>
    `Merged ${payees(count)} into ${into}`,
  deletedPayees: ({ count }: Counted) => `Deleted ${payees(count)}`,

  addedRule: () => 'Added a rule',
  changedRule: () => 'Changed a rule',
  deletedRules: ({ count }: Counted) => `Deleted ${rules(count)}`,
  appliedActions: ({ count }: Counted) => `Applied actions to ${counted(count)}`,
  renamesPayee: ({ name }: Named) => `Added a rule that names ${name}`,
  addedSchedule: ({ name }: Named) => (name ? `Added schedule ${name}` : 'Added a schedule'),
  addedSchedules: ({ count }: Counted) => `Added ${schedules(count)}`,
  changedSchedule: ({ name }: Named) => (name ? `Changed schedule ${name}` : 'Changed a schedule'),
  completedSchedule: ({ name }: Named) =>
    name ? `Completed schedule ${name}` : 'Completed a schedule',
  restartedSchedule: ({ name }: Named) =>
    name ? `Restarted schedule ${name}` : 'Restarted a schedule',
  deletedSchedule: ({ name }: Named) => (name ? `Deleted schedule ${name}` : 'Deleted a schedule'),
  deletedSchedules: ({ count }: Counted) => `Deleted ${schedules(count)}`,
  skippedSchedule: ({ name, day }: OfDay) =>
    name ? `Skipped ${name} of ${day}` : `Skipped a schedule's date of ${day}`,
  postedSchedule: ({ name, day }: OfDay) =>
    name ? `Posted ${name} of ${day}` : `Posted a schedule's transaction of ${day}`,
  postedSchedules: ({ count }: Counted) => `Posted ${counted(count)} of schedules`,
  linkedToSchedule: ({ name, count }: Counted & Named) =>
    name ? `Linked ${counted(count)} to ${name}` : `Linked ${counted(count)} to a schedule`,
  unlinkedFromSchedules: ({ count }: Counted) => `Unlinked ${counted(count)} from schedules`,
  imported: ({ count }: Counted) => `Imported ${counted(count)}`,
  bankSync: ({ added, changed }: { added: number; changed: number }) =>
    changed === 0
      ? `Bank sync: added ${counted(added)}`
      : `Bank sync: added ${counted(added)}, changed ${counted(changed)}`,

  savedFilter: ({ name }: Named) => `Saved filter ${name}`,
  changedFilter: ({ name }: Named) => `Changed filter ${name}`,
  renamedFilter: ({ from, to }: Renamed) => `Renamed filter ${from} to ${to}`,
  deletedFilter: ({ name }: Named) => `Deleted filter ${name}`,

  addedPage: ({ name }: Named) => `Added page ${name}`,
  renamedPage: ({ from, to }: Renamed) => `Renamed page ${from} to ${to}`,
  deletedPage: ({ name }: Named) => `Deleted page ${name}`,
  resetPage: ({ name }: Named) => `Reset page ${name}`,
  importedPage: ({ name }: Named) => `Imported cards to page ${name}`,
  movedCards: ({ count }: Counted) => `Moved ${cards(count)}`,
  resizedCards: ({ count }: Counted) => `Resized ${cards(count)}`,
  addedCard: ({ name, type }: OfCard) => `Added card ${cardTitle(name, type)}`,
  changedCard: ({ name, type }: OfCard) => `Changed card ${cardTitle(name, type)}`,
  removedCard: ({ name, type }: OfCard) => `Removed card ${cardTitle(name, type)}`,
  copiedCard: ({ name, type }: OfCard) => `Copied card ${cardTitle(name, type)}`,
  addedReport: ({ name }: Named) => `Added report ${name}`,
  changedReport: ({ name }: Named) => `Changed report ${name}`,
  renamedReport: ({ from, to }: Renamed) => `Renamed report ${from} to ${to}`,
  deletedReport: ({ name }: Named) => `Deleted report ${name}`,

  added: ({ what }: OfTransaction) => `Added ${what}`,
  addedAmount: ({ payee, amount }: { payee: string; amount: string }) =>
    `Added ${payee}, ${amount}`,
  changed: ({ what }: OfTransaction) => `Changed ${what}`,
  duplicated: ({ what }: OfTransaction) => `Duplicated ${what}`,
  deletedTransaction: ({ what }: OfTransaction) => `Deleted ${what}`,
  movedToDay: ({ what, day }: OfTransaction & { day: string }) => `Moved ${what} to ${day}`,
  movedToAccount: ({ what, account }: OfTransaction & { account: string }) =>
    `Moved ${what} to ${account}`,
  categorized: ({ what, category }: OfTransaction & { category: string }) =>
    `Categorized ${what} as ${category}`,
  removedCategory: ({ what }: OfTransaction) => `Removed the category of ${what}`,
  changedNotes: ({ what }: OfTransaction) => `Changed the notes of ${what}`,
  changedPayee: ({ what, payee }: OfTransaction & { payee: string }) =>
    `Changed the payee of ${what} to ${payee}`,
  removedPayee: ({ what }: OfTransaction) => `Removed the payee of ${what}`,
  changedAmount: ({ what, amount }: OfTransaction & { amount: string }) =>
    `Changed the amount of ${what} to ${amount}`,
  cleared: ({ what }: OfTransaction) => `Cleared ${what}`,
  uncleared: ({ what }: OfTransaction) => `Uncleared ${what}`,
  unlocked: ({ what }: OfTransaction) => `Unlocked ${what}`,
  split: ({ what }: OfTransaction) => `Split ${what}`,
  addedLine: ({ what }: OfTransaction) => `Added a line to ${what}`,
  removedLine: ({ what }: OfTransaction) => `Removed a line of ${what}`,
  filledRest: ({ what }: OfTransaction) => `Filled the rest of ${what}`,
  distributed: ({ what }: OfTransaction) => `Distributed ${what}`,

  clearedSome: ({ count }: Counted) => `Cleared ${counted(count)}`,
  unclearedSome: ({ count }: Counted) => `Uncleared ${counted(count)}`,
  markedCleared: ({ count }: Counted) => `Marked ${counted(count)} cleared`,
  markedNotCleared: ({ count }: Counted) => `Marked ${counted(count)} not cleared`,
  duplicatedSome: ({ count }: Counted) => `Duplicated ${counted(count)}`,
  deletedSome: ({ count }: Counted) => `Deleted ${counted(count)}`,
  changedDates: ({ count }: Counted) => `Changed the date of ${counted(count)}`,
  changedAccounts: ({ count }: Counted) => `Changed the account of ${counted(count)}`,
  changedPayees: ({ count }: Counted) => `Changed the payee of ${counted(count)}`,
  changedNotesOfSome: ({ count }: Counted) => `Changed the notes of ${counted(count)}`,
  categorizedSome: ({ count, category }: Counted & { category: string }) =>
    `Categorized ${counted(count)} as ${category}`,
  uncategorizedSome: ({ count }: Counted) => `Removed the category of ${counted(count)}`,
  changedAmounts: ({ count }: Counted) => `Changed the amount of ${counted(count)}`,
  repairedSplits: () => 'Repaired splits',
} as const;
