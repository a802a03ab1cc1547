import { expect, test } from 'vitest';
import type { Account } from '@/generated/contract';
import { listOf, placeAt } from './places';

const account = (id: string, sort_order: number, more: Partial<Account> = {}): Account => ({
  id,
  name: id,
  type: null,
  offbudget: false,
  closed: false,
  sort_order,
  ...more,
});

const a = account('a', 100);
const b = account('b', 200);
const c = account('c', 300);
const list = [a, b, c];

test('an account goes before the one that follows it, or to the end', () => {
  expect(placeAt(a, 2, list)).toEqual({ targetId: null, sort_order: 16_684 });
  expect(placeAt(a, 1, list)).toEqual({ targetId: 'c', sort_order: 250 });
  expect(placeAt(c, 0, list)).toEqual({ targetId: 'a', sort_order: 50 });
});

test('where it is already, and beyond the ends, there is nothing to do', () => {
  expect(placeAt(b, 1, list)).toBeNull();
  expect(placeAt(a, -1, list)).toBeNull();
  expect(placeAt(c, 3, list)).toBeNull();
});

test('closed accounts share a list whatever they were', () => {
  const outside = account('o', 50, { offbudget: true });
  const [old, gone] = [
    account('old', 2, { closed: true }),
    account('gone', 1, { closed: true, offbudget: true }),
  ];
  const all = [old, ...list, outside, gone];
  expect(listOf(old, all)).toEqual([gone, old]);
  expect(listOf(b, all)).toEqual(list);
  expect(listOf(outside, all)).toEqual([outside]);
});
