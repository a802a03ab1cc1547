import { expect, test } from 'vitest';
import type { Action, Condition, Rule } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { narrowed, ruleRows } from './rows';

const sources = {
  lookups: {
    accounts: [],
    payees: [],
    groups: [],
    account: new Map([['bank', { name: 'Checking' }]]),
    payee: new Map([
      ['grocer', { name: 'Grocer' }],
      ['baker', { name: 'Baker' }],
    ]),
    categoryName: new Map([['food', 'Food']]),
  },
  amounts: amountFormat('comma-dot'),
  dateFormat: 'yyyy-MM-dd',
  schedules: new Map([['rent', 'Rent']]),
} as unknown as Parameters<typeof ruleRows>[2];

const rule = (conditions: unknown[], actions: unknown[], more: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  stage: null,
  conditionsOp: 'and',
  conditions: conditions as Condition[],
  actions: actions as Action[],
  ...more,
});
const rowsOf = (rules: readonly Rule[], text = '') =>
  narrowed(ruleRows(rules, [], sources), { text, onlyConflicts: false });
const said = (given: Rule) => rowsOf([given])[0]?.text;
const setFood = { op: 'set', field: 'category', value: 'food' };

test('ids are names, and amounts are in the format of the budget', () => {
  const conditions = [
    { field: 'payee', op: 'is', value: 'grocer' },
    { field: 'amount', op: 'gt', value: 123450, options: { outflow: true } },
  ];
  expect(said(rule(conditions, [setFood]))).toBe(
    'Payee is Grocer and Outflow is greater than 1,234.50 → set Category to Food',
  );
  expect(said(rule(conditions, [setFood], { conditionsOp: 'or' }))).toContain('Grocer or Outflow');
});

test('long lists show three values and count the others', () => {
  const value = ['one', 'two', 'three', 'four', 'five'];
  expect(said(rule([{ field: 'notes', op: 'oneOf', value }], [setFood]))).toBe(
    'Notes is one of “one”, “two”, “three” and 2 more → set Category to Food',
  );
});

test('every kind of action is a phrase', () => {
  const actions = [
    { op: 'set', field: 'category', value: null },
    { op: 'append-notes', value: ' paid' },
    { op: 'delete-transaction', value: '' },
    { op: 'link-schedule', value: 'rent' },
    { op: 'link-schedule', value: 'some-id' },
    { op: 'set-split-amount', value: 33, options: { splitIndex: 1, method: 'fixed-percent' } },
    { ...setFood, options: { splitIndex: 1 } },
    { op: 'set-split-amount', value: null, options: { splitIndex: 2, method: 'remainder' } },
    { op: 'set', field: 'notes', value: '', options: { template: '{{payee_name}}' } },
  ];
  expect(said(rule([{ field: 'account', op: 'onBudget', value: '' }], actions))).toBe(
    'Account is on budget → set Category to empty · add to the end of Notes “ paid” · ' +
      'delete the transaction · link to the schedule “Rent” · ' +
      'link to a deleted schedule · line 1: split off 33% · ' +
      'line 1: set Category to Food · line 2: split off what is left · ' +
      'set Notes to the template “{{payee_name}}”',
  );
});

test('a rule with errors says the first one, and odd parts are shown as they are', () => {
  const odd = [
    { field: 'amount', op: 'is', value: 'much' },
    { field: 'mood', op: 'is', value: { deep: true } },
    { field: 'date', op: 'is', value: { frequency: 'monthly' } },
    { field: 'amount', op: 'isbetween', value: null },
    { field: 'notes', op: 'oneOf', value: null },
  ];
  const error = { conditionErrors: ['not-number', null, null, null, null], actionErrors: null };
  const [row] = rowsOf([rule(odd, [], { error })]);
  expect(row?.error).toBe('This rule never runs. Amount: Value must be a number');
  expect(row?.text).toContain('mood is {"deep":true}');
  expect(row?.text).toContain('Date is a repeating date');
  const monthly = { frequency: 'monthly', start: '2026-11-05' };
  const [ofSchedule] = rowsOf([rule([{ field: 'date', op: 'isapprox', value: monthly }], [])]);
  expect(ofSchedule?.text).toContain('Date is approximately every month on the 5th');
  const none = { conditionErrors: null, actionErrors: null };
  expect(rowsOf([rule([], [], { error: none })])[0]).toMatchObject({
    text: 'No conditions → no actions',
    error: 'This rule never runs. It cannot be read.',
  });
});

test('the search looks at the sentence and the stage', () => {
  const given = [
    { ...rule([{ field: 'payee', op: 'is', value: 'grocer' }], [setFood]), id: 'one' },
    {
      ...rule([{ field: 'payee', op: 'is', value: 'baker' }], [setFood], { stage: 'post' }),
      id: 'two',
    },
  ];
  const found = (text: string) => rowsOf(given, text).map(({ id }) => id);
  expect(found(' groc')).toEqual(['one']);
  expect(found('post')).toEqual(['two']);
  expect(found('food')).toEqual(['one', 'two']);
});

test('a search makes no sentence again', () => {
  const rows = ruleRows([{ ...rule([], [setFood]), id: 'one' }], [], sources);
  expect(narrowed(rows, { text: 'food', onlyConflicts: false })[0]).toBe(rows[0]);
});

test('says which of two rules that contradict each other has the last word', () => {
  const given = ['a', 'b', 'c'].map((id) => ({ ...rule([], []), id }));
  const conflict = (earlier: string, later: string) => ({
    earlier,
    later,
    field: 'category' as const,
  });
  const alone = { text: '', onlyConflicts: true };
  const conflicts = [conflict('a', 'c'), conflict('a', 'b')];
  const rows = narrowed(ruleRows(given, conflicts, sources), alone);
  expect(
    rows.map(({ id, contradiction }) => [id, contradiction?.text, contradiction?.otherId]),
  ).toEqual([
    ['a', '2 later rules set Category to something else', 'b'],
    ['b', 'Has the last word on Category over an earlier rule', 'a'],
    ['c', 'Has the last word on Category over an earlier rule', 'a'],
  ]);
  const elsewhere = [conflict('a', 'gone')];
  expect(narrowed(ruleRows(given, elsewhere, sources), alone)).toEqual([]);
});
