import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import { lists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { type EditedField, openEditField } from './editField';

const picked = vi.fn();

beforeEach(async () => {
  picked.mockReset();
  closeAllModals();
  lists.clear();
  new FakeBackend()
    .on('accounts-get', () => [
      {
        ...{ id: 'bank', name: 'Bank', type: null, offbudget: false, closed: false },
        sort_order: 0,
      },
    ])
    .on('get-categories', () => ({ grouped: [], list: [] }))
    .on('payees-get', () => [{ id: 'bakery', name: 'Bakery', transfer_acct: null }] as never)
    .on('query', () => ({ data: [], dependencies: [] }))
    .install();
  await settle();
});

async function open(field: EditedField, title: string, count = 1) {
  render(<ModalStack />);
  act(() => openEditField(field, picked, { count }));
  await screen.findByRole('dialog', { name: title });
  return userEvent.setup();
}

test('one field is chosen by keyboard, and the dialog closes', async () => {
  const user = await open('payee', 'Payee');
  await user.type(screen.getByRole('combobox', { name: 'Payee' }), 'bak');
  await screen.findByRole('option', { name: 'Bakery' });
  await user.keyboard('{Enter}');
  expect(picked).toHaveBeenCalledWith('bakery');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('no category can be meant', async () => {
  const user = await open('category', 'Category');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(picked).toHaveBeenCalledWith(null);
});

test('no account cannot be meant', async () => {
  const user = await open('account', 'Account');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose an account');
  expect(picked).not.toHaveBeenCalled();
});

test.each<[EditedField, string, string, unknown]>([
  ['date', 'Date', '11/5{Enter}', '2026-11-05'],
  ['amount', 'Amount', '-10*2{Enter}', -2000],
  ['notes', 'Notes', 'for two{Enter}', 'for two'],
])('%s is typed', async (field, title, keys, value) => {
  const user = await open(field, title);
  await user.type(screen.getByRole('textbox', { name: title }), keys);
  await waitFor(() => expect(picked).toHaveBeenCalledWith(value));
});

test('Escape gives nothing', async () => {
  const user = await open('notes', 'Notes');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(picked).not.toHaveBeenCalled();
});

test.each<[EditedField, string, string, unknown]>([
  ['payee', 'Payee', 'bak', 'bakery'],
  ['notes', 'Notes', 'for two', 'for two'],
])(
  'what is typed after “none” was chosen is what is meant: %s',
  async (field, title, text, value) => {
    const user = await open(field, `${title} of 2 transactions`, 2);
    await user.click(screen.getByRole('checkbox', { name: /^No / }));
    await user.type(screen.getByLabelText(title), text);
    if (field === 'payee') await screen.findByRole('option', { name: 'Bakery' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(picked).toHaveBeenCalledWith(value));
  },
);
