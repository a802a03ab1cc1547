import { expect, test } from 'vitest';
import type { CategoryReason, Rule } from '@/generated/contract';
import { reasonWords } from './reason';

const NAMES: Record<string, string> = { food: 'Groceries', fun: 'Fun' };
const sources = {
  nameOf: (id: string) => NAMES[id] ?? '…',
  dayOf: () => '11/03/2026',
  isLine: false,
};

type Occasion = NonNullable<CategoryReason['written']>['occasion'];

function reason(occasion: Occasion | null, more: Partial<CategoryReason> = {}): CategoryReason {
  const written = occasion === null ? null : { at: 0, occasion };
  return { category: 'food', written, isMoved: false, rule: null, ...more };
}

function rule(category: string | null, isOlder: boolean, isLearned = false) {
  return { rule: { rule: {} as Rule, category, isLearned, isOlder } };
}

const words = (given: CategoryReason) => {
  const { facts, rule: about } = reasonWords(given, sources);
  return [...facts, about];
};

test('names the rule that was there when the bank sent the transaction', () => {
  expect(words(reason('imported', rule('food', true)))).toEqual([
    'A rule set Groceries when the transaction was imported on 11/03/2026.',
    'The rule:',
  ]);
  expect(words(reason('imported', rule('food', true, true)))[0]).toBe(
    'A rule learned from your edits set Groceries when the transaction was imported on 11/03/2026.',
  );
});

test('claims nothing of a rule that came later or sets something else', () => {
  expect(words(reason('imported', rule('food', false)))).toEqual([
    'The transaction came with Groceries when it was imported on 11/03/2026.',
    'This rule is newer, or was changed since, and sets the same category:',
  ]);
  expect(words(reason('edited', rule('fun', true)))).toEqual([
    'Groceries was set by hand or by another edit on 11/03/2026.',
    'On a new transaction like it, this rule would set Fun:',
  ]);
  expect(words(reason('added', rule(null, true)))[1]).toBe(
    'On a new transaction like it, this rule would clear the category:',
  );
  expect(words(reason('edited', rule('food', false, true)))[1]).toBe(
    'This rule was learned from your edits and sets the same category:',
  );
});

test('says so where nothing is known, or nothing is there', () => {
  expect(words(reason(null))).toEqual([
    'The history of this budget does not reach back to when Groceries was set.',
    'No rule sets a category for it.',
  ]);
  expect(words(reason('added', { category: null }))).toEqual([
    'The transaction was added on 11/03/2026 without a category.',
    'No rule sets a category for it.',
  ]);
  expect(words(reason('edited', { isMoved: true }))[1]).toBe(
    'Its own category was deleted since, and its transactions moved to Groceries.',
  );
  const ofLine = reasonWords(reason('edited'), { ...sources, isLine: true });
  expect(ofLine.rule).toBe('Rules leave the lines of a split alone.');
});
