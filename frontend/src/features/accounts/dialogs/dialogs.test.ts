import { expect, test } from 'vitest';
import { amountFormat } from '@/lib/format/amount';
import { account } from '@/testing/accounts';
import { closeArguments, missing, needsCategory, transferOptions, wayOf } from './closing';
import { EMPTY, isOffBudget, readDraft } from './newAccount';

const amounts = amountFormat('comma-dot');

test('a new account needs a name, a kind and a number', () => {
  expect(readDraft({ ...EMPTY, name: '  ', balance: 'abc' }, amounts)).toEqual({
    name: 'Name is required',
    type: 'You must select a type',
    balance: 'Balance must be a number',
  });
  expect(readDraft({ ...EMPTY, name: 'A', type: 'savings', balance: '' }, amounts)).toEqual({
    balance: 'Balance must be a number',
  });
  const huge = { ...EMPTY, name: 'A', type: 'savings' as const, balance: '99999999999999999' };
  expect(readDraft(huge, amounts)).toEqual({
    balance: "That's more than Sobre can hold. Check the zeros",
  });
});

test('the balance is read in the format of the budget, sums included', () => {
  const draft = { ...EMPTY, name: ' Bank ', type: 'checking' as const, balance: '1,000.50+2' };
  const account = { name: 'Bank', type: 'checking', offBudget: false, cents: 100_250 };
  expect(readDraft(draft, amounts)).toEqual(account);
  const dots = amountFormat('dot-comma');
  expect(readDraft({ ...draft, balance: '-1.000,50' }, dots)).toMatchObject({ cents: -100_050 });
});

test('investments are off budget until somebody says otherwise', () => {
  expect(isOffBudget({ ...EMPTY, type: 'investment' })).toBe(true);
  expect(isOffBudget({ ...EMPTY, type: 'investment', offBudget: false })).toBe(false);
  expect(isOffBudget({ ...EMPTY, type: 'checking' })).toBe(false);
  expect(isOffBudget({ ...EMPTY, type: 'checking', offBudget: true })).toBe(true);
});

const bank = account('bank');
const house = account('house', { offbudget: true });
const old = account('old', { closed: true });
const all = [bank, house, old, account('cash')];

test('what closing asks for follows what is in the account', () => {
  expect(wayOf({ balance: 0, numTransactions: 0 })).toBe('delete');
  expect(wayOf({ balance: 0, numTransactions: 2 })).toBe('plain');
  expect(wayOf({ balance: -1, numTransactions: 1 })).toBe('transfer');
  const nothing = { transferId: null, categoryId: null };
  expect(missing('plain', nothing, false)).toEqual({});
  expect(missing('transfer', nothing, false)).toEqual({ transfer: 'Transfer is required' });
  expect(missing('transfer', { transferId: 'house', categoryId: null }, true)).toEqual({
    category: 'Category is required',
  });
});

test('a category is needed only where money leaves the budget', () => {
  expect(needsCategory(bank, 'house', all)).toBe(true);
  expect(needsCategory(bank, 'cash', all)).toBe(false);
  expect(needsCategory(house, 'bank', all)).toBe(false);
  expect(needsCategory(bank, null, all)).toBe(false);
});

test('a category chosen before the target changed is not sent', () => {
  const choice = { transferId: 'cash', categoryId: 'food' };
  const sent = { id: 'bank', transferAccountId: 'cash' };
  expect(closeArguments('bank', 'transfer', choice, false)).toEqual(sent);
  expect(closeArguments('bank', 'transfer', choice, true)).toEqual({ ...sent, categoryId: 'food' });
  expect(closeArguments('bank', 'plain', choice, false)).toEqual({ id: 'bank' });
});

test('only other open accounts are offered', () => {
  const groups = transferOptions(bank, all, (id) => `in ${id}`);
  expect(groups.map(({ options }) => options.map(({ id }) => id))).toEqual([['cash'], ['house']]);
  expect(groups[0]?.options[0]?.detail).toBe('in cash');
});
