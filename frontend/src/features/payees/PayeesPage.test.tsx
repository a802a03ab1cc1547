import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetPlaces } from '@/components/grid/gridPlaces';
import { ModalStack } from '@/components/ModalStack';
import type { Payee, StepName } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { step } from '@/lib/history/steps';
import { startKeys } from '@/lib/keys/keys';
import { lists, startLists } from '@/lib/lists/lists';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { FakeBackend } from '@/testing/fakeBackend';
import PayeesPage from './PayeesPage';

vi.setConfig({ testTimeout: 20_000 });

const payee = (id: string, name: string, more: Partial<Payee> = {}): Payee =>
  ({
    id,
    name,
    transfer_acct: null,
    tombstone: false,
    favorite: false,
    learn_categories: true,
    ...more,
  }) as Payee;

let payees: Payee[];
let counts: { payee: string | null; count: number }[];
let backend: FakeBackend;
let stops: (() => void)[] = [];
let user: ReturnType<typeof userEvent.setup>;

function Place() {
  const { pathname, search, state } = useLocation();
  return <output data-testid="place">{JSON.stringify({ pathname, search, state })}</output>;
}

beforeEach(() => {
  lists.clear();
  forgetPlaces();
  clearNotices();
  payees = [
    payee('bakery', 'Bakery'),
    payee('grocer', 'Grocer'),
    payee('grocers', 'Grocers Ltd', { favorite: true }),
    payee('old', 'Old Shop'),
    payee('to-bank', 'Bank', { transfer_acct: 'bank' } as Partial<Payee>),
  ];
  counts = [
    { payee: 'bakery', count: 3 },
    { payee: 'grocer', count: 12 },
    { payee: 'grocers', count: 1 },
    { payee: null, count: 7 },
  ];
  backend = new FakeBackend().install();
  backend
    .on('payees-get', () => structuredClone(payees))
    .on('query', () => ({ data: counts, dependencies: ['transactions'] }) as never)
    .on('payees-get-rule-counts', () => ({ bakery: 2 }))
    .on('payees-batch-change', () => null)
    .on('payees-merge', () => null)
    .on('payees-check-orphaned', ({ ids }) => ids.filter((id) => id === 'old'));
  stops = [startLists(), startKeys()];
  user = userEvent.setup();
});
afterEach(() => {
  for (const stop of stops) stop();
});

function show(path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <PayeesPage />
      <Place />
      <ModalStack />
    </MemoryRouter>,
  );
}

async function open() {
  show('/payees');
  await row('Bakery');
  await screen.findByRole('gridcell', { name: '12 transactions' });
}

const row = (name: string) => screen.findByRole('row', { name });
const cell = (name: string) => screen.getByRole('gridcell', { name });
const changes = () =>
  backend.calls.filter(({ name }) => /^payees-(batch-change|merge)$/.test(name)) as {
    args: unknown;
    undo?: { name?: StepName };
  }[];

describe('the table of payees', () => {
  test('shows each with its transactions, and marks the unused', async () => {
    await open();
    within(await row('Grocer')).getByRole('gridcell', { name: '12 transactions' });
    within(await row('Old Shop')).getByRole('gridcell', { name: 'Unused' });
    within(await row('Bank')).getByRole('gridcell', { name: '0 transactions' });
  });

  test('is narrowed by words and to the unused', async () => {
    await open();
    await user.keyboard('/groc');
    await waitFor(() => expect(screen.queryByRole('row', { name: 'Bakery' })).toBeNull());
    await row('Grocers Ltd');
    await user.keyboard('zzz');
    await screen.findByText('No payee matches “groczzz”.');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Show only unused' }));
    await row('Old Shop');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  test('is searched by its key before the numbers of transactions are there', async () => {
    backend.hold('query');
    backend.hold('payees-get-rule-counts');
    show('/payees');
    await row('Grocer');
    await user.keyboard('/groc');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'groc');
  });

  test('is narrowed in its address too, so that a reload finds the same', async () => {
    await open();
    await user.keyboard('/old');
    await user.click(screen.getByRole('checkbox', { name: 'Show only unused' }));
    expect(screen.getByTestId('place').textContent).toContain('?q=old&unused=1');
    cleanup();
    show('/payees?q=old&unused=1');
    await row('Old Shop');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'old');
  });

  test('leads to the transactions of a payee', async () => {
    await open();
    await user.click(within(await row('Grocer')).getByText('12'));
    expect(screen.getByTestId('place').textContent).toContain('"payee":"grocer"');
  });

  test('says that there are none, and why a list could not be loaded', async () => {
    payees = [];
    render(
      <MemoryRouter>
        <PayeesPage />
      </MemoryRouter>,
    );
    await screen.findByText('No payees');
  });

  test('offers to load again what failed', async () => {
    backend.on('payees-get', () => {
      throw new CallError('internal', 'It broke.');
    });
    render(
      <MemoryRouter>
        <PayeesPage />
      </MemoryRouter>,
    );
    const alert = await screen.findByRole('alert');
    backend.on('payees-get', () => payees);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await row('Bakery');
  });
});

describe('changing payees', () => {
  test('renames in place', async () => {
    await open();
    act(() => cell('Bakery').focus());
    await user.keyboard('{F2}Corner Bakery{Enter}');
    await row('Corner Bakery');
    expect(changes()[0]).toMatchObject({
      args: { updated: [{ id: 'bakery', name: 'Corner Bakery' }] },
      undo: { name: step('renamedPayee', { from: 'Bakery', to: 'Corner Bakery' }) },
    });
    expect(document.activeElement).toBe(cell('Corner Bakery'));
  });

  test('protects payees of transfers, and says why', async () => {
    await open();
    act(() => cell('Bank').focus());
    await user.keyboard('{F2}');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.keyboard('d');
    const told = useNotices.getState().shown.map(({ message }) => message);
    expect(told).toContain('Payees of transfers cannot be merged or deleted');
    expect(changes()).toEqual([]);
  });

  test('marks a favorite and stops learning with a key on the cell', async () => {
    await open();
    act(() => cell('Bakery').focus());
    await user.keyboard('s{End}{Enter}');
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes().map(({ args }) => args)).toEqual([
      { updated: [{ id: 'bakery', favorite: true }] },
      { updated: [{ id: 'bakery', learn_categories: false }] },
    ]);
  });

  test('merges the selected into the one chosen', async () => {
    await open();
    act(() => cell('Grocer').focus());
    await user.keyboard('x{ArrowDown}xm');
    const dialog = await screen.findByRole('dialog', { name: 'Merge 2 payees' });
    expect(within(dialog).getByRole('radio', { name: 'Grocer' })).toHaveProperty('checked', true);
    await user.click(within(dialog).getByRole('radio', { name: 'Grocers Ltd' }));
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]).toMatchObject({
      args: { targetId: 'grocers', mergeIds: ['grocer'], rename: true },
      undo: { name: step('mergedPayees', { count: 1, into: 'Grocers Ltd' }) },
    });
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });

  test('merges one payee into another that is chosen by name', async () => {
    await open();
    act(() => cell('Grocer').focus());
    await user.keyboard('m');
    const dialog = await screen.findByRole('dialog', { name: 'Merge Grocer into another payee' });
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    await within(dialog).findByText('Choose the payee to keep');
    await user.type(within(dialog).getByRole('combobox', { name: 'Merge into' }), 'bank');
    await screen.findByText('No match');
    await user.clear(within(dialog).getByRole('combobox', { name: 'Merge into' }));
    await user.type(within(dialog).getByRole('combobox', { name: 'Merge into' }), 'grocers{Enter}');
    within(dialog).getByText('When a bank sends Grocer, a rule changes it to Grocers Ltd.');
    await user.click(
      within(dialog).getByRole('checkbox', { name: /^Automatically rename 1 payee/ }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    const merge = { targetId: 'grocers', mergeIds: ['grocer'], rename: false };
    expect(changes()[0]?.args).toEqual(merge);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('deletes the unused at once and asks about the others', async () => {
    await open();
    act(() => cell('Old Shop').focus());
    await user.keyboard('d');
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.args).toEqual({ deleted: [{ id: 'old' }] });
    act(() => cell('Grocer').focus());
    await user.keyboard('d');
    const question = await screen.findByRole('alertdialog', { name: 'Delete Grocer?' });
    within(question).getByText('12 transactions will have no payee.');
    expect(changes()).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changes()).toHaveLength(2));
  });
});
