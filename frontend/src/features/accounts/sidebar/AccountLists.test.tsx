import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '@/generated/contract';
import { useReconcileForm } from '@/lib/accounts/reconcileForm';
import { step } from '@/lib/history/steps';
import { registerModal } from '@/lib/modals/named';
import { account, backendWith, show } from '@/testing/accounts';
import type { FakeBackend } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import UnlinkAccountDialog from '../dialogs/UnlinkAccountDialog';
import { AccountLists } from './AccountLists';

let backend: FakeBackend;
let accounts: Account[];

beforeEach(() => {
  accounts = [
    account('bank', { sort_order: 1 }),
    account('cash', { sort_order: 2 }),
    account('visa', { sort_order: 3 }),
    account('house', { sort_order: 1, offbudget: true }),
    account('old', { sort_order: 9, closed: true }),
  ];
  backend = backendWith(accounts)
    .on('account-move', () => null)
    .on('account-update', () => ({}))
    .on('account-reopen', () => null)
    .on('notes-save', () => null)
    .on('save-prefs', () => null);
});

const list = (name: string) => screen.findByRole('list', { name });
const link = (name: string, balance = '120.00') =>
  screen.findByRole('link', { name: `${name}, balance ${balance}` });
async function order(name: string): Promise<(string | undefined)[]> {
  const items = within(await list(name)).getAllByRole('listitem');
  return items.map((item) => item.dataset.account);
}

test('no total stands there before the accounts are known', async () => {
  backend.on('accounts-get', () => new Promise(() => {}));
  show(<AccountLists />);
  await screen.findByRole('status', { name: 'Loading…' });
  expect(screen.queryByRole('link', { name: /^All accounts/ })).toBeNull();
});

test('groups and accounts are links to their registers', async () => {
  show(<AccountLists />);
  expect((await link('All accounts', '480.00')).getAttribute('href')).toBe('/accounts');
  expect((await link('Budget accounts', '360.00')).getAttribute('href')).toBe('/accounts/budgeted');
  expect((await link('Off budget')).getAttribute('href')).toBe('/accounts/offbudget');
  expect((await link('visa')).getAttribute('href')).toBe('/accounts/visa');
  expect(screen.queryByRole('list', { name: 'Closed accounts' })).toBeNull();
});

test('a total is what its accounts come to, also while a split does not add up', async () => {
  // The lines of the split lack 25.08, which the cells of totals count instead of its amount.
  const totals = ['accounts-balance', 'budgeted-accounts-balance'];
  backend.on('getCell', ({ name }) => ({ name, value: totals.includes(name) ? 9_492 : 12_000 }));
  show(<AccountLists />);
  await link('All accounts', '480.00');
  await link('Budget accounts', '360.00');
  await screen.findByRole('button', { name: 'Closed accounts' });
  backend.push('cells-changed', {
    revision: 2,
    origin: null,
    cells: [['__global!balance-cash', 10_000]],
  });
  await link('All accounts', '460.00');
  await link('Off budget');
});

test('Alt, Shift and an arrow move an account, which keeps the focus', async () => {
  const { user } = show(<AccountLists />);
  (await link('bank')).focus();
  await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  expect(await order('Budget accounts')).toEqual(['cash', 'bank', 'visa']);
  await waitFor(() => expect(lastNotice()).toBe('Moved bank, position 2 of 3'));
  await waitFor(async () => expect(document.activeElement).toBe(await link('bank')));
  await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  const MOVED = step('moved', { name: 'bank' });
  expect(backend.named('account-move').map(({ args, undo }) => [args, undo?.name])).toEqual([
    [{ id: 'bank', targetId: 'visa' }, MOVED],
    [{ id: 'bank', targetId: null }, MOVED],
  ]);
  await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  expect(backend.named('account-move')).toHaveLength(2);
});

test('a move that is refused is taken back and told', async () => {
  backend.on('account-move', (_, call) => {
    backend.refuse(call, 'account-not-found', 'The account does not exist.');
    return new Promise<null>(() => {});
  });
  const { user } = show(<AccountLists />);
  (await link('visa')).focus();
  await user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
  await waitFor(async () =>
    expect(await order('Budget accounts')).toEqual(['bank', 'cash', 'visa']),
  );
  expect(document.activeElement).toBe(await link('visa'));
});

test('a dragged account goes along with the pointer; Escape gives the drag up', async () => {
  const { user } = show(
    <nav>
      <AccountLists />
    </nav>,
  );
  const drag = async () => {
    fireEvent.pointerDown(await link('bank'), { button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(window, { clientX: 0, clientY: 40 });
    return screen.findAllByText('bank', { ignore: 'a *' });
  };
  expect(await drag()).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(screen.queryAllByText('bank', { ignore: 'a *' })).toHaveLength(0);
  await drag();
  fireEvent.pointerUp(window);
  expect(screen.queryAllByText('bank', { ignore: 'a *' })).toHaveLength(0);
  await waitFor(() => expect(backend.named('account-move')).toHaveLength(1));
});

test('the menu of an account leads to reconciling it', async () => {
  const { user, router } = show(<AccountLists />);
  (await link('cash')).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Reconcile' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/accounts/cash'));
  expect(useReconcileForm.getState().accountId).toBe('cash');
});

test('only an account of a bank can be unlinked, after a question', async () => {
  const linked = account('cash', { sort_order: 2, bankId: 'bank' });
  accounts.splice(1, 1, linked);
  backend.on('account-unlink', () => null);
  registerModal('unlink-account', (args, close) => (
    <UnlinkAccountDialog {...args} onClose={close} />
  ));
  const { user } = show(<AccountLists />);
  const menuOf = async (name: string) => {
    (await link(name)).focus();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    return screen.findByRole('menu');
  };
  expect(within(await menuOf('visa')).queryByText('Unlink Account')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(within(await menuOf('cash')).getByText('Unlink Account'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Unlink Account' });
  await user.click(within(dialog).getByRole('button', { name: 'Unlink' }));
  expect(backend.named('account-unlink')[0]?.args).toEqual({ id: 'cash' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('plain arrows walk along the links', async () => {
  const { user } = show(
    <nav>
      <AccountLists />
    </nav>,
  );
  (await link('visa')).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await link('Off budget'));
});

test('an account is renamed in its place; blank and Escape change nothing', async () => {
  const { user } = show(<AccountLists />);
  const rename = async (keys: string) => {
    (await screen.findByRole('link', { name: /^(cash|Purse)/ })).focus();
    await user.keyboard('{F2}');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
    await user.keyboard(keys);
  };
  await rename('{Escape}');
  await rename('   {Enter}');
  expect(backend.named('account-update')).toHaveLength(0);
  await rename(' Purse {Enter}');
  expect(backend.named('account-update')[0]?.args).toEqual({ id: 'cash', name: 'Purse' });
  const renamed = await link('Purse');
  await waitFor(() => expect(document.activeElement).toBe(renamed));
});

test('the menu of an account opens by a right click, and by keys', async () => {
  const closed: string[] = [];
  registerModal('close-account', ({ id }) => {
    closed.push(id);
    return null;
  });
  const { user } = show(<AccountLists />);
  fireEvent.contextMenu(await link('bank'));
  const menu = await screen.findByRole('menu', { name: 'Actions for bank' });
  expect(within(menu).getByRole('menuitem', { name: /Move up/ }).ariaDisabled).toBe('true');
  await user.click(within(menu).getByRole('menuitem', { name: 'Close account' }));
  await waitFor(() => expect(closed).toContain('bank'));
  (await link('house')).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menu', { name: 'Actions for house' });
});

test('a closed account is reopened from its menu', async () => {
  const { user } = show(<AccountLists />);
  await user.click(await screen.findByRole('button', { name: 'Closed accounts' }));
  fireEvent.contextMenu(await link('old'));
  await user.click(await screen.findByRole('menuitem', { name: 'Reopen' }));
  await waitFor(async () => expect(await order('Budget accounts')).toContain('old'));
  expect(backend.named('account-reopen')[0]?.undo?.name).toEqual(
    step('reopenedAccount', { name: 'old' }),
  );
});

test('what another tab does shows at once', async () => {
  show(<AccountLists />);
  await link('bank');
  accounts.splice(0, 1, account('bank', { name: 'Big Bank', sort_order: 7 }));
  accounts.push(account('new', { sort_order: 8 }));
  const event = { type: 'applied', revision: 2, origin: 'tab-2', rows: null } as const;
  act(() => backend.push('sync-event', { ...event, tables: ['accounts'] }));
  await link('Big Bank');
  expect(await order('Budget accounts')).toEqual(['cash', 'visa', 'bank', 'new']);
});

test('without accounts the first one is asked for', async () => {
  accounts.length = 0;
  const opened: string[] = [];
  registerModal('add-account', () => {
    opened.push('add-account');
    return null;
  });
  const { user } = show(<AccountLists />);
  await screen.findByText('No accounts yet');
  await user.click(screen.getByRole('button', { name: 'Add account' }));
  expect(opened).toContain('add-account');
});
