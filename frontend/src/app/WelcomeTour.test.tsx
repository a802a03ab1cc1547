import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Account } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import { clearPrefs, loadGlobalPrefs, loadPrefs } from '@/lib/prefs/prefs';
import { cells } from '@/lib/sheet/sheet';
import { account } from '@/testing/accounts';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import WelcomeTour, { TOUR_AFTER_MS } from './WelcomeTour';

let seenTutorial: boolean | undefined;
let backend: FakeBackend;
let purchases: number;
let accounts: Account[];

beforeEach(() => {
  lists.clear();
  cells.clear();
  budgeted(0);
  clearPrefs();
  purchases = 0;
  accounts = [];
  backend = new FakeBackend()
    .on('load-global-prefs', () => ({ seenTutorial }))
    .on('accounts-get', () => accounts)
    .on('query', () => ({ data: purchases, dependencies: ['transactions'] }))
    .on('save-prefs', () => null)
    .on('load-prefs', () => ({ budgetType: 'report' }))
    .install();
});
afterEach(() => vi.useRealTimers());

/** Fills the cell of the total for the tab's month and for the backend's. */
function budgeted(cents: number): void {
  cells.load([
    ['budget!total-budgeted', cents],
    ['budget202611!total-budgeted', cents],
  ]);
}

async function show(path = '/budget') {
  await loadGlobalPrefs();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={lists}>
        <WelcomeTour />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await act(settle);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const tour = () => screen.queryByRole('region', { name: 'Welcome to Sobre' });

test('it comes half a second after the budget', async () => {
  seenTutorial = undefined;
  await show();
  pass(TOUR_AFTER_MS - 1);
  expect(tour()).toBeNull();
  pass(1);
  expect(tour()).not.toBeNull();
});

test('steps that are done are ticked, and putting the list aside is of this budget', async () => {
  seenTutorial = undefined;
  accounts = [account('checking')];
  await show();
  pass(TOUR_AFTER_MS);
  expect(screen.getByRole('link', { name: /Add an account/ }).textContent).toContain('done');
  expect(screen.getByRole('link', { name: /Record a purchase/ }).textContent).not.toContain('done');
  act(() => screen.getByRole('button', { name: 'Got it' }).click());
  expect(tour()).toBeNull();
  expect(backend.named('save-prefs')[0]?.args).toEqual({ 'ui.checklistDone': true });
  expect(backend.named('set-tutorial-seen')).toHaveLength(0);
});

test('it does not come to a budget that has every step behind it', async () => {
  seenTutorial = undefined;
  accounts = [account('checking')];
  purchases = 3;
  budgeted(500);
  await show();
  pass(TOUR_AFTER_MS);
  expect(tour()).toBeNull();
});

test('a budget that tracks needs no amounts', async () => {
  seenTutorial = undefined;
  accounts = [account('checking')];
  purchases = 3;
  await loadPrefs();
  await show();
  pass(TOUR_AFTER_MS);
  expect(tour()).toBeNull();
});

test('it does not come while the amounts of a budget are not known', async () => {
  seenTutorial = undefined;
  accounts = [account('checking')];
  cells.clear();
  await show();
  pass(TOUR_AFTER_MS);
  expect(tour()).toBeNull();
  act(() => budgeted(0));
  pass(TOUR_AFTER_MS);
  expect(tour()).not.toBeNull();
});

test('it does not come to who has seen it', async () => {
  seenTutorial = true;
  await show();
  pass(10 * TOUR_AFTER_MS);
  expect(tour()).toBeNull();
});

test('on a phone it leaves the form of a transaction its room', async () => {
  seenTutorial = undefined;
  await show('/transaction/new');
  pass(TOUR_AFTER_MS);
  expect(tour()).toBeNull();
});
