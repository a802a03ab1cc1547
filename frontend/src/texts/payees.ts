/** The words of the payees screen. */
import { LOCALE, plural } from './locale';
import { counted } from './transactions';

const alternatives = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

export const payees = (count: number) => plural(count, { one: 'payee', other: 'payees' });

const RULE_FORMS = { one: 'associated rule', other: 'associated rules' };

export const payeesTexts = {
  title: 'Payees',
  filter: 'Filter payees...',
  clearFilter: 'Clear the filter',
  onlyUnused: 'Show only unused',
  none: 'No payees',
  noMatch: (text: string) => `No payee matches “${text}”.`,
  allUsed: 'Every payee is used by a transaction.',
  columns: {
    select: 'Select',
    favorite: 'Favorite',
    name: 'Name',
    transactions: 'Transactions',
    rules: 'Rules',
    learns: 'Learns categories',
  },
  unused: 'Unused',
  rules: (count: number) => (count === 0 ? 'Create rule' : plural(count, RULE_FORMS)),
  showRules: 'Rules',
  showRulesHelp: 'Show the rules of a payee',
  allRules: 'All rules',
  nameOf: (name: string) => `Name of ${name}`,
  actionsOf: (name: string) => `${name} actions`,
  isTransfer: 'Payees of transfers follow their account',
  onlyTransfers: 'Payees of transfers cannot be merged or deleted',
  nothingSelected: 'Select a payee first',
  merge: {
    title: (count: number) => `Merge ${payees(count)}`,
    into: 'Merge into',
    choose: 'Select payee…',
    titleOfOne: (name: string) => `Merge ${name} into another payee`,
    chooseInto: 'Choose the payee to keep',
    keep: 'Keep this payee',
    hint: (name: string) => `All their transactions will read ${name}.`,
    merge: 'Merge',
    rename: (count: number) => `Automatically rename ${payees(count)} in the future`,
    renameHint: (from: readonly string[], to: string) =>
      `When a bank sends ${anyOf(from)}, a rule changes it to ${to}.`,
    andEditRule: 'Merge and edit rule',
    nothing: 'Do nothing',
  },
  leftover: {
    notice: (name: string) => `No transaction uses ${name} any more.`,
    notices: (count: number) => `No transaction uses ${payees(count)} any more.`,
    merge: 'Merge…',
    title: 'Merge unused payees',
    body: (names: readonly string[], into: string) => `Merge ${namesOf(names)} into ${into}?`,
  },
  remove: {
    title: (name: string) => `Delete ${name}?`,
    body: (count: number) => `${counted(count)} will have no payee.`,
  },
  unfavor: 'Remove from favorites',
  favor: 'Make a favorite',
  favorOrNot: 'Make a favorite, or not',
  stopLearningCategories: 'Stop learning categories',
  learnCategories: 'Learn categories',
  learnCategoriesOrNot: 'Learn categories, or not',
  mergeAction: 'Merge',
  selectedMerge: 'Selected: Merge',
  selectedDelete: 'Selected: Delete',
  showTransactions: 'Show transactions',
  showTransactionsHelp: 'Show the transactions of a payee',
  searchPayees: 'Search payees',
  onlyUnusedHelp: 'Show only unused payees, or all',
  select: 'Select',
} as const;

/** The names of some payees: four of them, then "and more". */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ');
  return names.length > 4 ? `${shown} and more` : shown;
}

/** The first names, any of which is meant: 'one, two, or three'. */
function anyOf(names: readonly string[]): string {
  const shown = names.slice(0, 4);
  return alternatives.format(names.length > 4 ? [...shown, 'one of the others'] : shown);
}
