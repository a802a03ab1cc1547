import { expect, test } from 'vitest';
import { transaction } from '@/features/register/testing/fakeLedger';
import { fieldsOf } from './edits';

const spent = transaction('t', { amount: -500, notes: 'old' });

test('payment and deposit exclude each other', () => {
  expect(fieldsOf(spent, 'deposit', 700, 1)).toEqual({ amount: 700 });
  expect(fieldsOf(spent, 'payment', 700, 1)).toEqual({ amount: -700 });
  expect(fieldsOf(spent, 'deposit', null, 1)).toEqual({});
  expect(fieldsOf(spent, 'payment', null, 1)).toEqual({ amount: 0 });
});

test('another date makes it the first of its day; the same date says nothing', () => {
  expect(fieldsOf(spent, 'date', '2026-11-21', 42)).toEqual({ date: '2026-11-21', sort_order: 42 });
  expect(fieldsOf(spent, 'date', '2026-11-20', 42)).toEqual({});
  expect(fieldsOf(spent, 'date', null, 42)).toEqual({});
});

test('blank notes are none', () => {
  expect(fieldsOf(spent, 'notes', '  ', 1)).toEqual({ notes: null });
  expect(fieldsOf(spent, 'notes', 'old', 1)).toEqual({});
});
