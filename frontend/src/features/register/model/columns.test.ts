import { expect, test } from 'vitest';
import { columnsFor } from './columns';

const ids = (width: number, withAccount = false, withBalance = false) =>
  columnsFor(width, { withAccount, withBalance }).ids;

test('a wide place shows everything', () => {
  expect(ids(1200, true, true)).toHaveLength(10);
});

test('notes go first, then the balance, then the account', () => {
  expect(ids(1000, true, true)).not.toContain('notes');
  expect(ids(1000, true, true)).toContain('balance');
  expect(ids(880, true, true)).toEqual(expect.not.arrayContaining(['notes', 'balance']));
  expect(ids(730, true, true)).not.toContain('account');
});

test('a narrow place has two lines with one signed amount', () => {
  expect(columnsFor(700, { withAccount: false, withBalance: false })).toMatchObject({
    isNarrow: true,
  });
  expect(ids(700)).toContain('amount');
  expect(ids(700)).not.toContain('account');
  expect(ids(700, true)).toContain('account');
});
