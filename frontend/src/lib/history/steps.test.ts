import { beforeEach, expect, test } from 'vitest';
import { clearPrefs, savePrefs } from '@/lib/prefs/prefs';
import { isSameStep, step, stepText } from './steps';

beforeEach(clearPrefs);

test('the sentence of a step is made where it is shown, in the formats of the budget', () => {
  const budgeted = step('budgeted', { amount: 123456, category: 'Food', month: '2026-11' });
  expect(stepText(budgeted)).toBe('Budgeted 1,234.56 to Food in November 2026');
  const moved = step('movedToDay', { what: -6000, day: '2026-11-20' });
  expect(stepText(moved)).toBe('Moved -60.00 to 11/20/2026');
  void savePrefs({ numberFormat: 'dot-comma', dateFormat: 'dd.MM.yyyy' });
  expect(stepText(budgeted)).toBe('Budgeted 1.234,56 to Food in November 2026');
  expect(stepText(moved)).toBe('Moved -60,00 to 20.11.2026');
});

test('counts choose the form of the word, and a transaction is named by payee or amount', () => {
  expect(stepText(step('mergedPayees', { count: 1, into: 'Kroger' }))).toBe(
    'Merged 1 payee into Kroger',
  );
  expect(stepText(step('deletedSome', { count: 1204 }))).toBe('Deleted 1,204 transactions');
  expect(
    stepText(step('coveredAll', { amount: 650, count: 2, from: 'Savings', month: '2026-11' })),
  ).toBe('Covered 6.50 of 2 categories from Savings in November 2026');
  expect(stepText(step('cleared', { what: 'Kroger' }))).toBe('Cleared Kroger');
});

test('a script names its step in words of its own', () => {
  expect(stepText({ key: 'named', params: { name: 'Imported April' } })).toBe('Imported April');
});

test.each([
  ['without a name', null],
  ['of an unknown key', { key: 'levitated', params: {} }],
  ['of a key of every object', { key: 'toString', params: {} }],
  ['without its facts', { key: 'budgeted', params: { category: 'Food' } }],
  ['with a wrong fact', { key: 'changedMonthNote', params: { month: 'soon' } }],
])('a step %s has no sentence', (_, name) => {
  expect(stepText(name)).toBeNull();
});

test('steps are the same when their facts are, in whatever order', () => {
  const one = { key: 'renamed', params: { from: 'A', to: 'B' } };
  expect(isSameStep(one, { key: 'renamed', params: { to: 'B', from: 'A' } })).toBe(true);
  expect(isSameStep(one, { key: 'renamed', params: { from: 'A', to: 'C' } })).toBe(false);
  expect(isSameStep(one, { key: 'renamedPayee', params: one.params })).toBe(false);
  expect(isSameStep(null, null)).toBe(false);
});
