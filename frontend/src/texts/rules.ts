/** Words of rules: their list, their sentences and their editor. */
import { number, plural } from './locale';

export const rules = (count: number) => plural(count, { one: 'rule', other: 'rules' });

export const rulesTexts = {
  title: 'Rules',
  titleOf: (payee: string) => `Rules for ${payee}`,
  hint: 'Rules fill in new and imported transactions. They run in the order shown here, so a later rule has the last word.',
  filter: 'Filter rules',
  clearFilter: 'Clear the filter',
  searchRules: 'Search rules',
  create: 'Create new rule',
  none: 'No rules yet',
  noneHint:
    'A rule gives a transaction its payee, category or notes as it arrives, so you type it once.',
  noneOf: (payee: string) => `No rule mentions ${payee} yet`,
  noMatch: (text: string) => `No rule matches “${text}”.`,
  columns: { select: 'Select', stage: 'Stage', rule: 'Rule', edit: 'Edit' },
  select: 'Select',
  edit: 'Edit',
  editHelp: 'Edit a rule',
  removeSome: (count: number) => `Delete ${rules(count)}`,
  removeHelp: 'Delete the selected rules',
  duplicateHelp: 'Duplicate a rule',
  nothingSelected: 'Select a rule first',
  onlyOne: 'Select one rule to duplicate it',
  linkedTitle: 'Rules of schedules stay',
  linked: 'Some rules were not deleted because they are linked to schedules.',
  stages: { pre: 'Pre', default: 'Default', post: 'Post' },
  stageHints: {
    pre: 'Runs before all other rules. Use it to clean up what the bank sends.',
    default: 'Runs after the Pre rules, from the least to the most specific one.',
    post: 'Runs after all other rules and has the last word.',
  },
  unreadable: (why: string) => `This rule never runs. ${why}`,
  cannotRead: 'It cannot be read.',
  gone: 'The rule was deleted in the meantime.',
  goneMeanwhile: 'This rule was deleted in the meantime. You can save it as a new one.',
  saveAsNew: 'Save as new rule',
  count: (shown: number, all: number) =>
    shown === all ? rules(all) : `${number(shown)} of ${rules(all)}`,
  conflicts: (count: number) =>
    plural(count, { one: 'rule contradicts another', other: 'rules contradict others' }),
  onlyConflicts: 'Show only these',
  showAll: 'Show all rules',
  /** A rule whose value does not stay, on transactions that meet both. */
  overruled: (field: string, others: number) =>
    others === 1
      ? `A later rule sets ${field} to something else`
      : `${number(others)} later rules set ${field} to something else`,
  overrules: (field: string, others: number) =>
    others === 1
      ? `Has the last word on ${field} over an earlier rule`
      : `Has the last word on ${field} over ${number(others)} earlier rules`,
  showOther: 'Show that rule',
  showOtherHelp: 'Show the rule that contradicts it',
} as const;

/** Why a transaction has its category. */
export const whyTexts = {
  title: 'Why this category?',
  noCategory: 'It has no category.',
  unknown: (category: string) =>
    `The history of this budget does not reach back to when ${category} was set.`,
  imported: {
    byRule: (category: string, day: string) =>
      `A rule set ${category} when the transaction was imported on ${day}.`,
    byLearnedRule: (category: string, day: string) =>
      `A rule learned from your edits set ${category} when the transaction was imported on ${day}.`,
    plain: (category: string, day: string) =>
      `The transaction came with ${category} when it was imported on ${day}.`,
    none: (day: string) => `The transaction was imported on ${day} without a category.`,
  },
  added: {
    plain: (category: string, day: string) =>
      `${category} was set when the transaction was added on ${day}.`,
    none: (day: string) => `The transaction was added on ${day} without a category.`,
  },
  edited: {
    plain: (category: string, day: string) =>
      `${category} was set by hand or by another edit on ${day}.`,
    none: (day: string) => `The category was removed on ${day}.`,
  },
  moved: (category: string) =>
    `Its own category was deleted since, and its transactions moved to ${category}.`,
  rule: {
    itself: 'The rule:',
    same: 'This rule sets the same category:',
    learnedSince: 'This rule was learned from your edits and sets the same category:',
    newer: 'This rule is newer, or was changed since, and sets the same category:',
    other: (category: string) => `On a new transaction like it, this rule would set ${category}:`,
    clears: 'On a new transaction like it, this rule would clear the category:',
    none: 'No rule sets a category for it.',
    ofLine: 'Rules leave the lines of a split alone.',
  },
  open: 'Open rule',
} as const;

/** Parts of the sentence of a rule. */
export const sentenceTexts = {
  and: 'and',
  or: 'or',
  set: 'set',
  to: 'to',
  toTemplate: 'to the template',
  toFormula: 'to the formula',
  append: 'add to the end of Notes',
  prepend: 'add to the start of Notes',
  deleteTransaction: 'delete the transaction',
  linkSchedule: 'link to a schedule',
  linkNamed: 'link to the schedule',
  linkDeleted: 'link to a deleted schedule',
  line: (index: number) => `line ${index}:`,
  splitOff: 'split off',
  rest: 'what is left',
  percent: (value: string) => `${value}%`,
  repeating: 'a repeating date',
  onBudget: 'is on budget',
  offBudget: 'is off budget',
  always: 'No conditions',
  nothing: 'no actions',
  payeeName: 'Payee name',
  reconciled: 'Reconciled',
  transfer: 'Transfer',
  parent: 'Split',
} as const;

/** Words of the editor of a rule. */
export const ruleEditorTexts = {
  title: 'Rule',
  newTitle: 'New rule',
  stage: 'Stage',
  when: 'Conditions',
  matchAll: 'All must match',
  matchAny: 'One is enough',
  conditions: 'Conditions',
  conditionAt: (at: number) => `Condition ${at}`,
  addCondition: 'Add condition',
  removeCondition: 'Remove condition',
  field: 'Field',
  operator: 'Operator',
  scheduleDate: "The date belongs to the rule's schedule",
  actions: 'Actions',
  actionAt: (at: number) => `Action ${at}`,
  action: 'Action',
  addAction: 'Add action',
  removeAction: 'Remove action',
  set: (field: string) => `Set ${field.toLowerCase()}`,
  append: 'Add to the end of the notes',
  prepend: 'Add to the start of the notes',
  linkSchedule: 'Link to schedule',
  schedule: 'Schedule',
  noSchedules: 'There are no schedules yet.',
  scheduleDeleted: 'This schedule was deleted. Choose another one, or remove the action.',
  deleteTransaction: 'Delete transaction',
  splitOff: 'Split off',
  addLine: 'Split off a line',
  line: (index: number) => `Line ${index}`,
  removeLine: (index: number) => `Remove line ${index}`,
  methods: {
    'fixed-amount': 'A fixed amount',
    'fixed-percent': 'A percentage of the rest',
    remainder: 'What is left',
  },
  percent: 'Percent',
  signHint: 'Payments are negative.',
  ofSchedule: 'This rule belongs to a schedule.',
  ofNamed: (name: string) => `This rule belongs to the schedule “${name}”.`,
  openSchedule: 'Open schedule',
  kept: 'Made by another program. You can keep it or remove it.',
  needsCondition: 'Add a condition. A rule without one never runs.',
  needsAction: 'Add an action.',
  dryRun: 'What this rule would have done',
  dryRunWaits: 'Complete the rule to see what it would have done.',
  wouldChange: (count: number, tried: number) =>
    `Would have changed ${number(count)} of the last ${number(tried)} transactions`,
  allThere: (matched: number) =>
    plural(matched, {
      one: 'transaction matches and already has what the rule sets.',
      other: 'transactions match and already have what the rule sets.',
    }),
  noneMatch: (tried: number) =>
    tried === 1
      ? 'The only transaction does not meet the conditions.'
      : `None of the last ${number(tried)} transactions meets the conditions.`,
  applyTo: (count: number) => `Apply actions (${number(count)})`,
  applyHint:
    'Applies the actions to the selected transactions now. The rule itself is for new ones.',
  firstShown: (count: number) => `The first ${number(count)} are shown.`,
  takeRow: 'Apply to this transaction',
  becomes: (field: string, value: string) => `${field}: ${value}`,
  becomesSplit: 'Split',
  becomesLinked: 'Linked to a schedule',
  becomesDeleted: 'Deleted',
} as const;
