import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { told } from '@/testing/told';
import { splitEntry } from '../testing/fakeLedger';
import { BREAD, openRegister as open } from '../testing/openRegister';
import { ACCOUNTS, cellIn } from '../testing/renderRegister';

test('while the last part leaves something, Enter in its amount goes on to another part', async () => {
  const { user, batches } = await open([splitEntry('s', [-300, -150]), BREAD]);
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(batches()[1]?.added[0]).toMatchObject({ amount: -50, is_child: true });
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Payment' })).toHaveProperty('value', '0.50'),
  );
});

test('a row that is deleted elsewhere leaves the keyboard in the field', async () => {
  const { user, ledger, changeElsewhere } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  await changeElsewhere(() => {
    ledger.remove('bread');
    return ['bread'];
  });
  await screen.findByText('Deleted in another tab');
  const field = screen.getByRole('textbox', { name: 'Notes' });
  await user.keyboard(' typed');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', 'half typed');
  await user.keyboard('{Enter}');
  expect(told()).toBe('The transaction is no longer in this list. Nothing was saved.');
});

test('going back keeps what is typed into a cell', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'half' }]);
});

test('the payee of several transactions is taken away only when that is said', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}p');
  const dialog = await screen.findByRole('dialog', { name: 'Payee of 2 transactions' });
  await user.keyboard('{Enter}');
  within(dialog).getByText('Choose a payee, or “No payee”');
  expect(batches()).toHaveLength(0);
  await user.click(within(dialog).getByRole('checkbox', { name: 'No payee' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', payee: null }]);
});

test('the menu of a closed account survives what it does', async () => {
  const { user, backend } = await open();
  let closed = true;
  backend.on('accounts-get', () => ACCOUNTS.map((each) => ({ ...each, closed })));
  const tell = () =>
    backend.push('sync-event', {
      type: 'applied',
      tables: ['accounts'],
      rows: { accounts: ['bank'] },
      revision: 2,
      origin: null,
    });
  backend.on('account-reopen', () => {
    closed = false;
    tell();
    return null;
  });
  await act(async () => tell());
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reopen Account' }));
  await screen.findByRole('button', { name: 'Reconcile' });
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await screen.findByRole('menuitem', { name: 'Close Account' });
});
