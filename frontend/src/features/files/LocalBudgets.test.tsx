import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { BudgetFile } from '@/generated/contract';
import { useOpenFile } from '@/lib/files/openFile';
import { type FakeBackend, settle } from '@/testing/fakeBackend';
import { backendOfFiles, drawFiles } from '@/testing/files';
import { LocalBudgets } from './LocalBudgets';

let backend: FakeBackend;
let files: BudgetFile[];

beforeEach(() => {
  files = [{ id: 'home', name: 'Home', hasKey: false, deleted: false, state: 'unknown' }];
  backend = backendOfFiles('Home').on('get-budgets', () => files);
});

const show = () => drawFiles(<LocalBudgets />);

test('a budget of this device is opened without signing in, and no server is asked', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Open a budget of this device…' }));
  await user.click(await screen.findByRole('button', { name: 'Home' }));
  await waitFor(() => expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'home' }));
  expect(backend.named('get-budgets').map(({ args }) => args)).toEqual([{ onlyHere: true }]);
});

test('where none is on this device, none is offered', async () => {
  files = [];
  show();
  await waitFor(() => expect(backend.named('get-budgets')).toHaveLength(1));
  await settle();
  expect(screen.queryByRole('button')).toBeNull();
});
