import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
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

const CHECK = 'tools/check-split-transactions';
const REPAIR = 'tools/fix-split-transactions';
const WRONG = { numBlankPayees: 3, numCleared: 2, numDeleted: 7 };

/** A budget with these faults until they are repaired. */
function withFaults(found: Partial<Repair>): void {
  let now = { ...NOTHING, ...found };
  backend
    .on(CHECK, () => now)
    .on(REPAIR, () => {
      const repaired = now;
      now = NOTHING;
      return repaired;
    });
}

function show() {
  render(
    <QueryClientProvider client={lists}>
      <MemoryRouter>
        <FixSplitsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const result = () => screen.findByRole('region', { name: 'Result' });
const lines = async () =>
  within(await result())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const repairButton = { name: 'Repair split transactions' };

test('a budget without faults is told so, and no repair is offered', async () => {
  withFaults({});
  show();
  expect(await lines()).toEqual(['No split transactions found needing repair.']);
  expect(screen.queryByRole('button', repairButton)).toBeNull();
});

test('the faults are listed before they are repaired, and what was fixed after', async () => {
  withFaults(WRONG);
  show();
  expect(await lines()).toEqual([
    '3 splits with a blank payee',
    '2 splits with the wrong cleared flag',
    "7 splits that weren't properly deleted",
  ]);
  await userEvent.click(screen.getByRole('button', repairButton));
  await waitFor(async () =>
    expect(await lines()).toEqual([
      'Fixed 3 splits with a blank payee.',
      'Fixed 2 splits with the wrong cleared flag.',
      "Fixed 7 splits that weren't properly deleted.",
    ]),
  );
  expect(screen.queryByRole('button', repairButton)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('nothing to repair is said', () => {
  expect(repairLines(NOTHING)).toEqual(['No split transactions found needing repair.']);
});

test('a repair that fails says why', async () => {
  withFaults(WRONG);
  backend.on(REPAIR, () => {
    throw new CallError('storage-full', 'from the backend', { reason: 'full' });
  });
  show();
  await userEvent.click(await screen.findByRole('button', repairButton));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The disk is full. Make room on it and try again.',
  );
});

test('a check that fails says why and can be repeated', async () => {
  backend.on(CHECK, () => {
    throw new CallError('storage-full', 'from the backend', { reason: 'full' });
  });
  show();
  const alert = await screen.findByRole('alert');
  withFaults({});
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await lines()).toEqual(['No split transactions found needing repair.']);
});
