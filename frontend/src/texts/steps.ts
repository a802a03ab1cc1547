/** Sentences of the steps of undo, by the key that a step carries. Facts come as they are shown. */

import { plural } from './locale';
import { counted } from './transactions';

interface Named {
  name: string;
}
interface Renamed {
  from: string;
  to: string;
}
interface OfCategory {
  category: string;
  month: string;
}
/** A transaction by its payee, or by its amount where it has none. */
interface OfTransaction {
  what: string;
}
interface Counted {
  count: number;
}

const payees = (count: number) => plural(count, { one: 'payee', other: 'payees' });

export const stepsTexts = {
  /** For scripts, which bring their own words. */
  named: ({ name }: Named) => name,

  budgeted: ({ amount, category, month }: OfCategory & { amount: string }) =>
    `Budgeted ${amount} to ${category} in ${month}`,
  carriedOver: ({ category, month }: OfCategory) =>
    `Carried the negative balance of ${category} over from ${month}`,
  stoppedCarryingOver: ({ category, month }: OfCategory) =>
    `Stopped carrying the negative balance of ${category} over from ${month}`,
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
  changedMonthNote: ({ month }: { month: string }) => `Changed the note of ${month}`,

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

  savedFilter: ({ name }: Named) => `Saved filter ${name}`,
  changedFilter: ({ name }: Named) => `Changed filter ${name}`,
  renamedFilter: ({ from, to }: Renamed) => `Renamed filter ${from} to ${to}`,
  deletedFilter: ({ name }: Named) => `Deleted filter ${name}`,

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
