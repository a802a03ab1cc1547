import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addRows, createSelection } from '@/components/grid/selection';
import type { SelectedRow } from '@/domain/transactions/selection';
import { ROWS_PER_CALL } from '@/generated/contract';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import type { RegisterController } from '../grid/RegisterController';
import { entry, splitEntry, transaction } from '../testing/fakeLedger';
import { BREAD, openRegister } from '../testing/openRegister';
import { cellIn } from '../testing/renderRegister';
import { Bulk } from './Bulk';

const SPLIT = splitEntry('s', [-300, -200], { sort_order: -5 });

const open = () => openRegister([BREAD, SPLIT]);

const said = () => useNotices.getState().shown.map(({ message }) => message);

/** Gives the category Rent to what is selected. */
async function categorise(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.keyboard('c');
  const dialog = await screen.findByRole('dialog', { name: /^Category/ });
  const field = within(dialog).getByRole('combobox');
  await user.clear(field);
  await user.type(field, 'Ren');
  await screen.findByRole('option', { name: /Rent/ });
  await user.keyboard('{Enter}');
}

test('a whole split keeps its categories, and that is said', async () => {
  const { user, batches, steps } = await open();
  cellIn(', -5.00', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  const words = 'Skipped 1 split. Set categories on its lines instead.';
  await waitFor(() => expect(said()).toEqual([words]));
  expect(batches()).toEqual([]);
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  await waitFor(() => expect(steps()).toEqual(['Categorized 1 transaction as Rent']));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', category: 'rent' }]);
  const done = () => useNotices.getState().shown.at(-1);
  await waitFor(() => expect(done()?.message).toBe(`Categorized 1 transaction as Rent. ${words}`));
  expect(done()?.button?.title).toBe('Undo');
});

test('D deletes the focused transaction while none is selected, and says so', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('d');
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.deleted).toEqual([{ id: 'bread' }]);
  await waitFor(() => expect(said()).toEqual(['Deleted Bakery']));
  expect(useNotices.getState().shown.at(-1)?.button?.title).toBe('Undo');
});

test.each(['n', 'p'])('%s given up leaves a row that was only focused unselected', async (key) => {
  const { user } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard(key);
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull();
});

test('what was selected stays so when a change is given up', async () => {
  const { user } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('xn');
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('toolbar', { name: /^1 selected/ });
});

test('a change that leaves nothing out says what it did', async () => {
  const { user } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  await waitFor(() => expect(said()).toEqual(['Categorized 1 transaction as Rent']));
});

test('a change that takes long says so, and none is begun beside it', async () => {
  const { user, backend, ledger, batches } = await open();
  let release = () => {};
  ledger.gate = new Promise((done) => {
    release = done;
  });
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  await waitFor(() => expect(said()).toEqual(['Changing 1 transaction']));
  const asked = backend.named('query').length;
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('l');
  expect(backend.named('query')).toHaveLength(asked);
  release();
  await waitFor(() => expect(batches()).toHaveLength(1));
  await waitFor(() => expect(said()).toContain('Still saving the last change'));
});

test('more rows than are taken at once are refused in words before anything is read', async () => {
  clearNotices();
  const selection = createSelection<SelectedRow>();
  const row = transaction('t');
  addRows(
    selection,
    Array.from({ length: ROWS_PER_CALL + 1 }, (_, at) => ({ ...row, id: `t${at}` })),
  );
  const grid = { model: { selection }, editing: { refusedOffline: () => false } };
  await new Bulk(grid as unknown as RegisterController).toggleCleared();
  expect(said()).toEqual([
    'Sobre changes at most 100,000 transactions at once; these are 100,001 transactions. Narrow the list with a filter.',
  ]);
});

/** Holds the next read of whole transactions; returns the function that releases it. */
function holdReading({ ledger }: Awaited<ReturnType<typeof open>>): () => void {
  let release = () => {};
  ledger.gate = new Promise((done) => {
    release = done;
  });
  return release;
}

test('who went elsewhere while a change is made keeps the keyboard there', async () => {
  const page = await open();
  const { user, batches } = page;
  const release = holdReading(page);
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  const search = screen.getByRole('searchbox');
  await user.click(search);
  await user.keyboard('bre');
  release();
  await waitFor(() => expect(batches()).toHaveLength(1));
  await user.keyboard('ad');
  expect(document.activeElement).toBe(search);
  expect(search).toHaveProperty('value', 'bread');
});

test('from the bar the keyboard goes back to the grid', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x');
  await user.click(screen.getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(batches()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).toBeTruthy());
});

test('all that match are not selected in a list that is shown by then', async () => {
  const many = Array.from({ length: 400 }, (_, at) =>
    entry(transaction(`t${at}`, { amount: -at - 1, sort_order: -at })),
  );
  const { user, backend, show } = await openRegister([BREAD, ...many]);
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('{Control>}a{/Control}');
  const usual = backend.named('query').length;
  let answer = (_: unknown) => {};
  const reading = new Promise((done) => {
    answer = done;
  });
  backend.on('query', () => reading as never);
  await user.click(screen.getByRole('button', { name: /^Select all/ }));
  expect(backend.named('query')).toHaveLength(usual + 1);
  backend.on('query', (args) => ({
    data: (args as { calculation?: boolean }).calculation ? 1 : [],
    dependencies: [],
  }));
  await show('/accounts/bank?q=bread');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull());
  await act(async () => answer({ data: many.map(({ row }) => row), dependencies: [] }));
  expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull();
});
