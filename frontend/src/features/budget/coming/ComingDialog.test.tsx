import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account, CategoryBills, CategoryGroup, LowestBalance } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { lists, startLists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import ComingDialog from './ComingDialog';

const bill = {
  schedule: 's-rent',
  name: 'Rent',
  payee: null,
  account: 'bank',
  date: '2026-11-28',
  amount: -85_000,
  is_approximate: false,
  is_missed: false,
};
const bills: CategoryBills[] = [{ category: 'rent', amount: -85_000, bills: [bill] }];
const lowest = [
  {
    account: 'bank',
    today: 100_000,
    lowest: 15_000,
    date: '2026-11-28',
    steps: [{ date: '2026-11-28', name: 'Rent', amount: -85_000, balance: 15_000 }],
    income: null,
    until: '2026-12-20',
  },
] as unknown as LowestBalance[];
const groups = [
  { id: 'usual', name: 'Usual', categories: [{ id: 'rent', name: 'Housing' }] },
] as unknown as CategoryGroup[];

let backend: FakeBackend;
let stop = () => {};

beforeEach(() => {
  lists.clear();
  backend = new FakeBackend()
    .install()
    .on('schedule/get-bills', ({ month }) => (month === '2026-11' ? bills : []))
    .on('schedule/get-lowest-balances', () => lowest)
    .on('payees-get', () => [])
    .on('accounts-get', () => [{ id: 'bank', name: 'Bank' }] as unknown as Account[])
    .on('get-categories', () => ({ grouped: groups, list: [] }));
  stop = startLists();
});
afterEach(() => stop());

const show = (month: string) =>
  render(
    <MemoryRouter>
      <ComingDialog month={month} onClose={() => {}} />
    </MemoryRouter>,
  );

test('nothing is said about a month before its bills are here', async () => {
  const letThrough = backend.hold('schedule/get-bills');
  show('2026-11');
  const dialog = await screen.findByRole('dialog', { name: 'What is coming in November 2026' });
  await act(async () => {});
  expect(dialog.querySelector('[aria-busy=true]')).not.toBeNull();
  expect(within(dialog).queryByText(/No schedule brings/)).toBeNull();
  await letThrough();
  await within(dialog).findByRole('region', { name: 'Housing' });
  within(dialog).getByRole('button', { name: 'Lowest ahead 150.00 on 11/28/2026' });
});

test('bills that do not load are said, and tried again', async () => {
  backend.on('schedule/get-bills', () => {
    throw new CallError('internal', 'broken');
  });
  show('2026-11');
  await screen.findByRole('alert');
  expect(screen.queryByText(/No schedule brings/)).toBeNull();
  backend.on('schedule/get-bills', () => bills);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Housing' });
});

test.each([
  ['2026-09', 'September 2026'],
  ['2027-01', 'January 2027'],
])('balances ahead of today are no part of %s', async (month, title) => {
  show(month);
  await screen.findByText(`No schedule brings anything more in ${title}.`);
  expect(screen.queryByText(/Lowest ahead/)).toBeNull();
  expect(backend.named('schedule/get-lowest-balances')).toEqual([]);
});
