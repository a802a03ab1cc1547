import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import type { BudgetFile } from '@/generated/contract';
import { openFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { LocalBudgets } from './LocalBudgets';

let backend: FakeBackend;
let files: BudgetFile[];

beforeEach(() => {
  lists.clear();
  closeAllModals();
  openFile.setState({ stage: 'closed', id: null, loadingText: null });
  files = [{ id: 'home', name: 'Home', hasKey: false, deleted: false, state: 'unknown' }];
  backend = new FakeBackend()
    .on('get-budgets', () => files)
    .on('load-budget', ({ id }) => ({ id, revision: 1, session: 'tab-1' }))
    .on('load-prefs', () => ({ id: 'home', budgetName: 'Home' }))
    .on('load-global-prefs', () => ({}))
    .install();
});

function show() {
  render(
    <QueryClientProvider client={lists}>
      <LocalBudgets />
      <ModalStack />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test('a budget of this device is opened without signing in, and no server is asked', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Open a budget of this device…' }));
  await user.click(await screen.findByRole('button', { name: 'Home' }));
  await waitFor(() => expect(openFile.getState()).toMatchObject({ stage: 'open', id: 'home' }));
  expect(backend.named('get-budgets').map(({ args }) => args)).toEqual([{ onlyHere: true }]);
});

test('where none is on this device, none is offered', async () => {
  files = [];
  show();
  await waitFor(() => expect(backend.named('get-budgets')).toHaveLength(1));
  await settle();
  expect(screen.queryByRole('button')).toBeNull();
});
