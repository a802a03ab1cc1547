import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { lists } from '@/lib/lists/lists';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import type { Repair } from './api';
import FixSplitsPage from './FixSplitsPage';
import { repairLines } from './repairWords';

const NOTHING: Repair = {
  numBlankPayees: 0,
  numCleared: 0,
  numDeleted: 0,
  numTransfersFixed: 0,
  numNonParentErrorsFixed: 0,
  numParentTransactionsWithCategoryFixed: 0,
  mismatchedSplits: [],
};
let backend: FakeBackend;

beforeEach(async () => {
  lists.clear();
  backend = new FakeBackend().on('accounts-get', () => []).install();
  await settle();
});

async function repair() {
  render(<FixSplitsPage />, { wrapper: MemoryRouter });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Repair split transactions' }));
}

test('each kind of repair has its line', async () => {
  const fixed = { numBlankPayees: 3, numCleared: 2, numDeleted: 7 };
  backend.on('tools/fix-split-transactions', () => ({ ...NOTHING, ...fixed }));
  await repair();
  const result = await screen.findByRole('region', { name: 'Result' });
  expect(
    within(result)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Fixed 3 splits with a blank payee.',
    'Fixed 2 splits with the wrong cleared flag.',
    "Fixed 7 splits that weren't properly deleted.",
  ]);
});

test('nothing to repair is said', () => {
  expect(repairLines(NOTHING)).toEqual(['No split transactions found needing repair.']);
});

test('a repair that fails says why', async () => {
  backend.on('tools/fix-split-transactions', () => {
    throw new CallError('storage-full', 'from the backend', { reason: 'full' });
  });
  await repair();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The disk is full. Make room on it and try again.',
  );
});
