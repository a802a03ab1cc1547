import { expect, test } from 'vitest';
import { type ColumnId, columnsFor, isResizable, withinLimits } from './columns';

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

const tracks = (widths: Partial<Record<ColumnId, number>>) =>
  columnsFor(1200, { withAccount: false, withBalance: false, widths }).template;

test('a width that was chosen is the most a column of words takes, and what figures have', () => {
  expect(tracks({ payee: 320 })).toContain('minmax(8.75rem, 20rem)');
  expect(tracks({ payment: 160 })).toContain(' 10rem ');
});

test('some column takes the room that is left, whatever was chosen', () => {
  expect(tracks({ payee: 200, notes: 200, category: 200 })).toContain('1.2fr');
});

test('wider figures push out what has no room any more', () => {
  const widths = { payment: 400, deposit: 300 };
  expect(columnsFor(1000, { withAccount: false, withBalance: true, widths }).ids).toEqual(
    expect.not.arrayContaining(['notes', 'balance']),
  );
});

test('a width stays within reason', () => {
  expect(withinLimits('payee', 12)).toBe(140);
  expect(withinLimits('payee', 9000)).toBe(800);
  expect(isResizable('select')).toBe(false);
});

test('the form for new transactions has every field, in two lines if need be', () => {
  const wide = columnsFor(1400, { withAccount: true, withBalance: true });
  expect(wide).toMatchObject({ form: wide.ids, isFormWrapped: false });
  const small = columnsFor(740, { withAccount: true, withBalance: true });
  expect(small.form).toEqual(expect.arrayContaining(['account', 'notes', 'deposit', 'cleared']));
  expect(small.isFormWrapped).toBe(true);
  const lessBalance = columnsFor(870, { withAccount: false, withBalance: true });
  expect(lessBalance.ids).not.toContain('notes');
  expect(lessBalance.form).toContain('notes');
});

test('a narrow place has two lines with one signed amount', () => {
  expect(columnsFor(700, { withAccount: false, withBalance: false })).toMatchObject({
    isNarrow: true,
  });
  expect(ids(700)).toContain('amount');
  expect(ids(700)).not.toContain('account');
  expect(ids(700, true)).toContain('account');
  expect([ids(500).includes('notes'), ids(400).includes('notes')]).toEqual([true, false]);
  const { form, isFormWrapped } = columnsFor(400, { withAccount: false, withBalance: false });
  expect([form.includes('notes'), form.includes('deposit'), isFormWrapped]).toEqual([
    true,
    true,
    true,
  ]);
});
