import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createView,
  startReconcile,
  ViewContext,
  type ViewStore,
} from '@/domain/transactions/view';
import type { Account } from '@/generated/contract';
import { closeTopOverlay, staysOnBack } from '@/lib/focus/overlays';
import { setCells, startSheet } from '@/lib/sheet/sheet';
import { FakeBackend, type SentCall, settle } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import { ReconcileBar } from './ReconcileBar';
import { ReconcileButton } from './ReconcileButton';

const ACCOUNT: Account = {
  ...{ id: 'checking', name: 'Checking', type: null, offbudget: false, closed: false },
  sort_order: 0,
};
const row = (id: string, amount: number, cleared: boolean) => ({
  ...{ id, amount, cleared, date: '2026-11-18', 'payee.name': id, notes: null },
});
let backend: FakeBackend;
let rows: ReturnType<typeof row>[] = [];
let cleared = 0;
let view: ViewStore;
let stop = () => {};
let page: ReturnType<typeof render>;
const left = vi.fn();

beforeEach(async () => {
  rows = [];
  left.mockReset();
  backend = new FakeBackend()
    .on('getCell', () => ({ name: '', value: cleared }))
    .on('query', (query) => {
      const [filter] = query.filterExpressions as { cleared: boolean }[];
      const data = rows.filter(({ cleared }) => cleared === filter?.cleared);
      return { data, dependencies: ['transactions'] };
    })
    .on('transactions-batch-update', () => ({ added: [], updated: [], deleted: [], errors: [] }))
    .install();
  stop = startSheet();
  await settle();
  view = createView();
});
afterEach(() => stop());

function setCleared(cents: number) {
  cleared = cents;
  act(() => setCells([['__global!balance-checking-cleared', cents]], true));
}
function mount() {
  setCleared(12_000);
  page = render(
    <ViewContext value={view}>
      <ReconcileButton accountId="checking" />
      <ReconcileBar onLeave={left} account={ACCOUNT} />
    </ViewContext>,
  );
  return userEvent.setup();
}
const writes = () => backend.named('transactions-batch-update').map(({ args }) => args);
const bar = () => screen.getByRole('region', { name: 'Reconciliation' });

test('the bank balance is asked for, with the cleared balance to type over', async () => {
  const user = mount();
  await user.click(screen.getByRole('button', { name: 'Reconcile' }));
  const field = await screen.findByRole('textbox', { name: 'Bank balance' });
  expect(field).toHaveProperty('value', '120.00');
  await user.keyboard('100+5.50{Enter}');
  expect(view.getState().reconcile).toEqual({ target: 10_550, unclearedOnly: true });
  expect(bar().textContent).toContain('Difference-14.50');
});

test('text that is no amount falls back to the current balance', async () => {
  const user = mount();
  await user.click(screen.getByRole('button', { name: 'Reconcile' }));
  await screen.findByRole('textbox', { name: 'Bank balance' });
  await user.keyboard('abc{Enter}');
  expect(view.getState().reconcile?.target).toBe(12_000);
  expect(screen.getByText('All reconciled!')).toBeTruthy();
});

test('the difference follows the cleared balance, and at zero the cleared are locked', async () => {
  const user = mount();
  rows = [row('a', -500, true), row('b', 100, true)];
  act(() => startReconcile(view, 11_000));
  expect(screen.queryByText('All reconciled!')).toBeNull();
  setCleared(11_000);
  expect(screen.getByText('All reconciled!')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done Reconciling' }));
  await waitFor(() => expect(view.getState().reconcile).toBeNull());
  const locked = ['a', 'b'].map((id) => ({ id, reconciled: true }));
  expect(writes()).toEqual([{ updated: locked }]);
});

test('with a difference left, being done changes nothing', async () => {
  const user = mount();
  act(() => startReconcile(view, 11_000));
  await user.click(screen.getByRole('button', { name: 'Done Reconciling' }));
  await waitFor(() => expect(view.getState().reconcile).toBeNull());
  expect(writes()).toEqual([]);
});

test('the missing amount is added as a cleared transaction of today', async () => {
  const user = mount();
  act(() => startReconcile(view, 11_000));
  const button = screen.getByRole('button', { name: 'Create Reconciliation Transaction' });
  const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Adds a cleared transaction of -10.00');
  await user.click(button);
  expect(writes()).toEqual([
    {
      added: [
        {
          ...{ account: 'checking', date: '2026-11-20', amount: -1000, cleared: true },
          notes: 'Reconciliation balance adjustment',
        },
      ],
    },
  ]);
});

test('the list shows what is not cleared, until that is switched off', async () => {
  const user = mount();
  act(() => startReconcile(view, 11_000));
  await user.click(screen.getByRole('switch', { name: 'Uncleared only' }));
  expect(view.getState().reconcile?.unclearedOnly).toBe(false);
});

test('a difference is explained by what adds up, and one press clears that', async () => {
  const user = mount();
  rows = [row('rent', -700, false), row('bakery', -300, false), row('aldi', -20, false)];
  act(() => startReconcile(view, 11_000));
  await user.click(screen.getByRole('button', { name: 'Explain difference' }));
  const list = await screen.findByRole('list', { name: 'Explanations' });
  expect(within(list).getByRole('listitem').textContent).toMatch(/rent.*bakery/);
  await user.click(within(list).getByRole('button', { name: 'Mark cleared' }));
  const marked = ['rent', 'bakery'].map((id) => ({ id, cleared: true }));
  expect(writes()).toEqual([{ updated: marked }]);
  left.mockClear();
  act(() => setCleared(11_000));
  await waitFor(() => expect(left).toHaveBeenCalled());
});

test('what cannot be explained is said too', async () => {
  const user = mount();
  act(() => startReconcile(view, 11_000));
  await user.click(screen.getByRole('button', { name: 'Explain difference' }));
  await screen.findByText(/^No obvious cause/);
});

test('the keyboard is handed to the list when reconciling begins', () => {
  mount();
  left.mockClear();
  act(() => startReconcile(view, 11_000));
  expect(left).toHaveBeenCalledTimes(1);
});

test('locking that ends later than the bar leaves what is begun since alone', async () => {
  const user = mount();
  rows = [row('a', -500, true)];
  act(() => startReconcile(view, 12_000));
  backend.on('transactions-batch-update', () => new Promise(() => {}));
  await user.click(screen.getByRole('button', { name: 'Done Reconciling' }));
  const [lock] = await waitFor(() => {
    expect(writes()).toHaveLength(1);
    return backend.named('transactions-batch-update');
  });
  // It cannot be taken back any more.
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  page.unmount();
  left.mockClear();
  await act(async () => {
    backend.answer(lock as SentCall, { added: [], updated: [], deleted: [], errors: [] });
    await settle();
  });
  expect(left).not.toHaveBeenCalled();
  expect(lastNotice()).toBe('Reconciled Checking');
});

test('what has the keyboard once a difference is explained has a name', async () => {
  const user = mount();
  act(() => startReconcile(view, 11_000));
  await user.click(screen.getByRole('button', { name: 'Explain difference' }));
  await screen.findByText(/^No obvious cause/);
  const place = screen.getByRole('group', { name: 'Explanation of the difference' });
  expect(document.activeElement).toBe(place);
});

test("the browser's Back closes the form that asks for the bank's balance", async () => {
  mount();
  await userEvent.click(screen.getByRole('button', { name: 'Reconcile' }));
  await screen.findByRole('dialog', { name: 'Reconcile' });
  expect(staysOnBack()).toBe(true);
  act(closeTopOverlay);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reconcile' })).toBeNull());
});
