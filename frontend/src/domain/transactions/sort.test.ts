import { expect, test } from 'vitest';
import { entry, transaction } from '@/features/register/testing/fakeLedger';
import { comparison, directionOf, nextSort, orderExpressions, type Sort } from './sort';
import type { SortKey } from './transaction';

test('a title sorts, turns the order around, and gives the usual one back', () => {
  const payee = nextSort(null, 'payee');
  expect(payee).toEqual({ column: 'payee', descending: false });
  expect(nextSort(payee, 'payee')).toEqual({ column: 'payee', descending: true });
  expect(nextSort(nextSort(payee, 'payee'), 'payee')).toBeNull();
  expect(nextSort(payee, 'payment')).toEqual({ column: 'payment', descending: true });
});

test('dates are newest first or oldest first', () => {
  const oldest = nextSort(null, 'date');
  expect([directionOf(null, 'date'), directionOf(oldest, 'date')]).toEqual([
    'descending',
    'ascending',
  ]);
  expect(nextSort(oldest, 'date')).toBeNull();
  expect(nextSort({ column: 'notes', descending: true }, 'date')).toBeNull();
  expect(orderExpressions(oldest)).toEqual([
    { date: 'asc' },
    { starting_balance_flag: 'desc' },
    { sort_order: 'asc' },
    { id: 'desc' },
  ]);
});

test('what is empty stands at the end, and the same value in the usual order', () => {
  expect(orderExpressions({ column: 'payee', descending: true })).toEqual([
    { $condition: { 'payee.name': null }, $dir: 'asc' },
    { $fold: '$payee.name', $dir: 'desc' },
    { $lower: '$payee.name', $dir: 'desc' },
    { date: 'desc' },
    { starting_balance_flag: 'asc' },
    { sort_order: 'desc' },
  ]);
});

/** Ids in an order, of entries given by what they are ordered by. */
function sorted(sort: Sort, keys: Record<string, SortKey[]>): string[] {
  const entries = Object.entries(keys).map(([id, own]) => ({
    ...entry(transaction(id, { sort_order: 9 - Number(id) })),
    keys: own,
  }));
  return entries.sort(comparison(sort)).map(({ row }) => row.id);
}

test('entries are compared as the query orders them', () => {
  const keys = { 1: [false, 'b'], 2: [true, null], 3: [false, 'a'], 4: [false, 'b'] };
  expect(sorted({ column: 'payee', descending: false }, keys)).toEqual(['3', '1', '4', '2']);
  expect(sorted({ column: 'payee', descending: true }, keys)).toEqual(['1', '4', '3', '2']);
  const amounts = { 1: [5], 2: [-3], 3: [5] };
  expect(sorted({ column: 'amount', descending: true }, amounts)).toEqual(['1', '3', '2']);
  // By code points: beyond the first plane after the last of it.
  const texts = {
    1: [false, '\u{1F600}'],
    2: [false, '\uFF01'],
    3: [false, 'ab'],
    4: [false, 'a'],
  };
  expect(sorted({ column: 'notes', descending: false }, texts)).toEqual(['4', '3', '2', '1']);
});
