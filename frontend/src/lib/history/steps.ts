/** Steps of undo as data: the texts make the sentence wherever a step is shown. */

import type { Amount, Day, Month, StepFact, StepName } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { formatDay, monthTitle } from '@/lib/format/dates';
import { getPref } from '@/lib/prefs/prefs';
import { stepsTexts } from '@/texts/steps';

/** The facts a step carries, by their kind. */
interface Kinds {
  text: string;
  count: number;
  amount: Amount;
  day: Day;
  month: Month;
  /** A transaction: its payee, or its amount where it has none. */
  subject: Subject;
}
export type Subject = string | Amount;

type Kind = keyof Kinds;
type Key = keyof typeof stepsTexts;
/** The facts as a sentence takes them: shown, but for counts, which choose the form of a word. */
type Shown<K extends Key> =
  Parameters<(typeof stepsTexts)[K]> extends [infer Facts] ? Facts : Record<never, never>;

const NAMED = { name: 'text' } as const;
const RENAMED = { from: 'text', to: 'text' } as const;
const CARRIED = { category: 'text', month: 'month' } as const;
const IN_MONTH = { month: 'month' } as const;
const AMOUNT_OF = { amount: 'amount', category: 'text', month: 'month' } as const;
const FILLED = { count: 'count', month: 'month' } as const;
const SUBJECT = { what: 'subject' } as const;
const COUNTED = { count: 'count' } as const;
const CARD = { name: 'text', type: 'text' } as const;

/** What each step carries. */
const FACTS = {
  named: NAMED,
  budgeted: AMOUNT_OF,
  budgetedSome: COUNTED,
  filledRight: { category: 'text', count: 'count', month: 'month' },
  carriedOver: CARRIED,
  stoppedCarryingOver: CARRIED,
  copiedLastMonth: IN_MONTH,
  copiedLastMonthOf: CARRIED,
  copiedUntilYearEnd: CARRIED,
  copiedToFuture: IN_MONTH,
  setToZero: IN_MONTH,
  setToAverage: FILLED,
  setToAverageOf: { category: 'text', count: 'count', month: 'month' },
  heldForNextMonth: { amount: 'amount', month: 'month' },
  releasedHold: IN_MONTH,
  stoppedHoldingIncome: IN_MONTH,
  coveredOverspending: { ...AMOUNT_OF, from: 'text' },
  coveredFromToBudget: AMOUNT_OF,
  coveredAll: { amount: 'amount', count: 'count', from: 'text', month: 'month' },
  coveredAllFromToBudget: { amount: 'amount', count: 'count', month: 'month' },
  coveredOverbudgeting: AMOUNT_OF,
  movedMoney: { amount: 'amount', from: 'text', to: 'text', month: 'month' },
  returnedMoney: AMOUNT_OF,
  budgetedAvailable: AMOUNT_OF,
  appliedTemplates: FILLED,
  overwroteWithTemplates: FILLED,
  appliedTemplatesOf: CARRIED,
  cleanedUp: IN_MONTH,
  addedGroup: NAMED,
  addedCategory: { name: 'text', group: 'text' },
  switchedToEnvelopes: {},
  switchedToTracking: {},
  renamed: RENAMED,
  hid: NAMED,
  showed: NAMED,
  moved: NAMED,
  deleted: NAMED,
  changedNote: NAMED,
  changedMonthNote: IN_MONTH,
  addedAccount: NAMED,
  reopenedAccount: NAMED,
  closedAccount: NAMED,
  deletedAccount: NAMED,
  reconciled: NAMED,
  adjustedBalance: NAMED,
  renamedPayee: RENAMED,
  madeFavorite: NAMED,
  removedFavorite: NAMED,
  startedLearning: NAMED,
  stoppedLearning: NAMED,
  mergedPayees: { count: 'count', into: 'text' },
  deletedPayees: COUNTED,
  addedRule: {},
  changedRule: {},
  deletedRules: COUNTED,
  appliedActions: COUNTED,
  renamesPayee: NAMED,
  addedSchedule: NAMED,
  addedSchedules: COUNTED,
  changedSchedule: NAMED,
  completedSchedule: NAMED,
  restartedSchedule: NAMED,
  deletedSchedule: NAMED,
  deletedSchedules: COUNTED,
  skippedSchedule: { name: 'text', day: 'day' },
  postedSchedule: { name: 'text', day: 'day' },
  postedSchedules: COUNTED,
  linkedToSchedule: { name: 'text', count: 'count' },
  unlinkedFromSchedules: COUNTED,
  imported: COUNTED,
  bankSync: { added: 'count', changed: 'count' },
  savedFilter: NAMED,
  changedFilter: NAMED,
  renamedFilter: RENAMED,
  deletedFilter: NAMED,
  addedPage: NAMED,
  renamedPage: RENAMED,
  deletedPage: NAMED,
  resetPage: NAMED,
  importedPage: NAMED,
  movedCards: COUNTED,
  resizedCards: COUNTED,
  addedCard: CARD,
  changedCard: CARD,
  removedCard: CARD,
  copiedCard: CARD,
  addedReport: NAMED,
  changedReport: NAMED,
  renamedReport: RENAMED,
  deletedReport: NAMED,
  added: SUBJECT,
  addedAmount: { payee: 'text', amount: 'amount' },
  changed: SUBJECT,
  duplicated: SUBJECT,
  deletedTransaction: SUBJECT,
  movedToDay: { what: 'subject', day: 'day' },
  movedToAccount: { what: 'subject', account: 'text' },
  categorized: { what: 'subject', category: 'text' },
  removedCategory: SUBJECT,
  changedNotes: SUBJECT,
  changedPayee: { what: 'subject', payee: 'text' },
  removedPayee: SUBJECT,
  changedAmount: { what: 'subject', amount: 'amount' },
  cleared: SUBJECT,
  uncleared: SUBJECT,
  unlocked: SUBJECT,
  split: SUBJECT,
  addedLine: SUBJECT,
  removedLine: SUBJECT,
  filledRest: SUBJECT,
  distributed: SUBJECT,
  clearedSome: COUNTED,
  unclearedSome: COUNTED,
  markedCleared: COUNTED,
  markedNotCleared: COUNTED,
  duplicatedSome: COUNTED,
  deletedSome: COUNTED,
  changedDates: COUNTED,
  changedAccounts: COUNTED,
  changedPayees: COUNTED,
  changedNotesOfSome: COUNTED,
  categorizedSome: { count: 'count', category: 'text' },
  uncategorizedSome: COUNTED,
  changedAmounts: COUNTED,
  repairedSplits: {},
} as const satisfies {
  [K in Key]: {
    [F in keyof Shown<K>]: Shown<K>[F] extends number ? 'count' : Exclude<Kind, 'count'>;
  };
};

/** The values in a step of this key. */
type Facts<K extends Key> = {
  [F in keyof (typeof FACTS)[K]]: Kinds[(typeof FACTS)[K][F] & Kind];
};

/** Makes the name of a step. */
export function step<K extends Key>(key: K, facts: Facts<K>): StepName {
  return { key, params: facts as Record<string, StepFact> };
}

const amountText = (cents: Amount) => amountFormat(getPref('numberFormat')).formatFull(cents);

/** Shows a fact of a kind; undefined for what is none. */
const SHOWN: Record<Kind, (fact: StepFact | undefined) => string | number | undefined> = {
  text: (fact) => (typeof fact === 'string' ? fact : undefined),
  count: (fact) => (typeof fact === 'number' ? fact : undefined),
  amount: (fact) => (typeof fact === 'number' ? amountText(fact) : undefined),
  day: (fact) =>
    /^\d{4}-\d\d-\d\d$/.test(`${fact}`) ? formatDay(`${fact}`, getPref('dateFormat')) : undefined,
  month: (fact) => (/^\d{4}-\d\d$/.test(`${fact}`) ? monthTitle(`${fact}`) : undefined),
  subject: (fact) => (typeof fact === 'number' ? amountText(fact) : fact),
};

/** A subject in words. */
export const subjectText = (subject: Subject): string => `${SHOWN.subject(subject)}`;

/** The sentence of a step; null for one without a name, and for a name this page does not know. */
export function stepText(name: StepName | null): string | null {
  if (!name || !Object.hasOwn(FACTS, name.key)) return null;
  const key = name.key as Key;
  const shown: Record<string, string | number> = {};
  for (const [fact, kind] of Object.entries(FACTS[key])) {
    const text = SHOWN[kind](name.params[fact]);
    if (text === undefined) return null;
    shown[fact] = text;
  }
  return (stepsTexts[key] as (facts: typeof shown) => string)(shown);
}

/** Whether two names say the same. */
export function isSameStep(one: StepName | null, other: StepName | null): boolean {
  if (!one || !other || one.key !== other.key) return false;
  const facts = Object.entries(one.params);
  return (
    facts.length === Object.keys(other.params).length &&
    facts.every(([fact, value]) => other.params[fact] === value)
  );
}
