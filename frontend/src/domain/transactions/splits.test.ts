import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entry, splitEntry, transaction } from '@/features/register/testing/fakeLedger';
import vectors from './fixtures/split-edits.json';
import {
  addChild,
  addLine,
  amountLeft,
  changeRow,
  differenceOf,
  distributeEvenly,
  distributeInProportion,
  fillRemaining,
  removeRow,
  type Split,
  splitRow,
} from './splits';
import type { Transaction } from './transaction';

const plain = { row: vectors.context.plain as unknown as Transaction, children: [] };
const [parent, ...children] = vectors.context.split as unknown as Transaction[];
const split = { row: parent as Transaction, children };

/** What each vector does, by its note. */
const EDITS: Record<string, [before: Split, after: Split | null]> = {
  'split a transaction': [plain, splitRow(plain, 'NEW')],
  'split a zero transaction': zero(),
  'split a child does nothing': [split, split],
  'add a split': [split, addChild(split, 'NEW')],
  'change a child amount': [split, changeRow(split, 'c1', { amount: -500 })],
  'change the parent amount': [split, changeRow(split, 'p', { amount: -2000 })],
  'change the parent date, account, cleared': [
    split,
    changeRow(split, 'p', { date: '2024-07-01', account: 'acc-b', cleared: true }),
  ],
  'change the parent payee: only children with the same payee follow': [
    split,
    changeRow(split, 'p', { payee: 'px' }),
  ],
  'delete one child': [split, removeRow(split, 'c1')],
};

function zero(): [Split, Split] {
  const before = { ...plain, row: { ...plain.row, amount: 0 } };
  return [before, splitRow(before, 'NEW')];
}

test.each(vectors.cases)('$id: $note', ({ note, expected }) => {
  const edit = EDITS[note];
  if (!edit) throw new Error(`no edit for ${note}`);
  const [before, after] = edit;
  expect([after?.row, ...(after?.children ?? [])]).toEqual(expected.data);
  expect(differenceOf(before, after)).toEqual(expected.diff);
});

test('splitting what is split already changes nothing', () => {
  expect(splitRow(split, 'NEW')).toBe(split);
});

test('without its last child a split is a plain transaction again', () => {
  const one = removeRow(split, 'c1') as Split;
  const none = removeRow(one, 'c2') as Split;
  expect(none).toMatchObject({ row: { is_parent: false, error: null }, children: [] });
  expect(differenceOf(split, none).deleted).toEqual([{ id: 'c1' }, { id: 'c2' }]);
});

test('deleting the parent deletes everything', () => {
  expect(removeRow(split, 'p')).toBeNull();
  expect(differenceOf(split, null).deleted).toHaveLength(3);
});

test('what remains goes to one line, or is shared', () => {
  const open = { ...splitEntry('s', [-300, -100, 0, 0]) };
  const short = changeRow(open, 's', { amount: -1001 });
  const amounts = (of: Split) => of.children.map(({ amount }) => amount);
  expect(amounts(fillRemaining(short, 's-3'))).toEqual([-300, -100, -601, 0]);
  expect(amounts(distributeEvenly(short))).toEqual([-300, -100, -300, -301]);
  expect(amounts(distributeInProportion(short))).toEqual([-750, -251, 0, 0]);
});

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });

test('sharing gives away everything, and the error always is what is left', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 8 }), (amount, parts) => {
      const made = changeRow(splitEntry('s', parts), 's', { amount });
      expect(made.row.error?.difference ?? 0).toBe(amountLeft(made));
      const shared = distributeInProportion(made);
      if (parts.some((part) => part !== 0)) expect(amountLeft(shared)).toBe(0);
      expect(shared.row.error?.difference ?? 0).toBe(amountLeft(shared));
      expect(amountLeft(fillRemaining(made, 's-1'))).toBe(0);
    }),
  );
});

test('a row without children keeps to itself', () => {
  const row = entry(transaction('t', { amount: -500 }));
  const after = changeRow(row, 't', { notes: 'x' });
  expect(differenceOf(row, after)).toEqual({
    added: [],
    updated: [{ id: 't', notes: 'x' }],
    deleted: [],
  });
});

test('new lines stay empty while another one is, so that the amount can be shared evenly', () => {
  const whole = {
    row: transaction('t', { amount: -900 }),
    children: [],
  };
  const lines = addLine(addLine(splitRow(whole, 'a'), 'b'), 'c');
  expect(lines.children.map(({ amount }) => amount)).toEqual([0, 0, 0]);
  const even = distributeEvenly(lines);
  expect(even.children.map(({ amount }) => amount)).toEqual([-300, -300, -300]);
  const typed = changeRow(splitRow(whole, 'a'), 'a', { amount: -400 });
  expect(addLine(typed, 'b').children.map(({ amount }) => amount)).toEqual([-400, -500]);
});
