import { expect, test } from 'vitest';
import { entry, splitEntry, transaction } from '@/features/register/testing/fakeLedger';
import {
  type BulkField,
  clears,
  duplicated,
  leftOut,
  removeSelected,
  setCleared,
  setField,
} from './bulk';
import type { CellValue } from './edits';
import type { Entry } from './transaction';

const plain = entry(transaction('t', { amount: -500, category: 'food' }));
const split = splitEntry('s', [-300, -200]);
const to = (field: BulkField, value: CellValue, takesCategory = () => true) => ({
  ...{ field, value, takesCategory },
  now: 1,
});

test('a category goes to plain rows and parts, not to the whole of a split', () => {
  const ids = new Set(['t', 's', 's-1']);
  const { updated } = setField([plain, split], ids, to('category', 'rent'));
  expect(updated).toEqual([
    { id: 't', category: 'rent' },
    { id: 's-1', category: 'rent' },
  ]);
});

test('a split without any of its parts, and what takes no category, is told as left out', () => {
  const change = to('category', 'rent', () => true);
  expect(leftOut([plain, split], new Set(['t', 's']), change)).toEqual({ splits: 1, others: 0 });
  expect(leftOut([split], new Set(['s', 's-1']), change)).toEqual({ splits: 0, others: 0 });
  const none = to('category', 'rent', () => false);
  expect(leftOut([plain, split], new Set(['t', 's-1']), none)).toEqual({ splits: 0, others: 2 });
  expect(leftOut([split], new Set(['s']), to('notes', 'x'))).toEqual({ splits: 0, others: 0 });
});

test('what has no category to choose gets none', () => {
  const ids = new Set(['t']);
  const change = to('category', 'rent', () => false);
  expect(setField([plain], ids, change).updated).toEqual([]);
});

test('an account moves a split with all its parts', () => {
  const { updated } = setField([split], new Set(['s']), to('account', 'cash'));
  expect(updated.map(({ id, account }) => [id, account])).toEqual([
    ['s', 'cash'],
    ['s-1', 'cash'],
    ['s-2', 'cash'],
  ]);
});

test('an amount set on a part leaves the split with its error', () => {
  const { updated } = setField([split], new Set(['s-1']), to('amount', -100));
  expect(updated).toEqual([
    { id: 's', error: { type: 'SplitTransactionError', version: 1, difference: -200 } },
    { id: 's-1', amount: -100 },
  ]);
});

test('one open row is enough to clear them all; locked rows are left alone', () => {
  const cleared = entry(transaction('c', { cleared: true }));
  const locked = entry(transaction('l', { cleared: true, reconciled: true }));
  const toggled = (entries: Entry[]) => setCleared(entries, clears(entries)).updated;
  expect(toggled([plain, cleared, locked])).toEqual([{ id: 't', cleared: true }]);
  expect(toggled([cleared, locked])).toEqual([{ id: 'c', cleared: false }]);
});

test('deleting takes whole splits, single parts, and the split with its last part', () => {
  const deleted = (ids: string[]) => removeSelected([split], new Set(ids)).deleted.map((d) => d.id);
  expect(deleted(['s'])).toEqual(['s', 's-1', 's-2']);
  expect(deleted(['s-1'])).toEqual(['s-1']);
  const both = removeSelected([split], new Set(['s-1', 's-2']));
  expect(both.updated).toEqual([{ id: 's', is_parent: false }]);
});

test('a copy is new: open, unlinked, with parts of its own', () => {
  let next = 0;
  const linked = entry(transaction('t', { transfer_id: 'x', cleared: true, reconciled: true }));
  const { added } = duplicated([linked, split], () => `n${++next}`, 100);
  expect(added.map(({ id, parent_id }) => [id, parent_id])).toEqual([
    ['n1', null],
    ['n2', null],
    ['n3', 'n2'],
    ['n4', 'n2'],
  ]);
  expect(added[0]).toMatchObject({ transfer_id: null, cleared: false, reconciled: false });
});
