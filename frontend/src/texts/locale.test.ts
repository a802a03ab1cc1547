import { expect, test } from 'vitest';
import { form, number, plural } from './locale';

const PAYEES = { one: 'payee', other: 'payees' };

test.each([
  [0, '0 payees'],
  [1, '1 payee'],
  [1204, '1,204 payees'],
])('%i takes its form by the rules of the language', (count, words) => {
  expect(plural(count, PAYEES)).toBe(words);
});

test("the place of the number is the language's", () => {
  expect(plural(2, { one: '# was signed out', other: '# were signed out' })).toBe(
    '2 were signed out',
  );
  expect(form(1, PAYEES)).toBe('payee');
  expect(number(1234567)).toBe('1,234,567');
});
