import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ROWS_PER_CALL } from '@/generated/contract';
import { clearNotices, notices } from '@/lib/notices/notices';
import type { GridController } from '../grid/GridController';
import { addRows, createSelection } from '../model/selection';
import { splitEntry, transaction } from '../testing/fakeLedger';
import { BREAD, openRegister } from '../testing/openRegister';
import { cellIn } from '../testing/renderRegister';
import { Bulk } from './Bulk';

const SPLIT = splitEntry('s', [-300, -200], { sort_order: -5 });

const open = () => openRegister([BREAD, SPLIT]);

const said = () => notices.getState().shown.map(({ message }) => message);

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
  const { user, batches, labels } = await open();
  cellIn(', -5.00', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  const words = '1 split was left out: a category belongs to the parts. Select those.';
  await waitFor(() => expect(said()).toEqual([words]));
  expect(batches()).toEqual([]);
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x');
  await categorise(user);
  await waitFor(() => expect(labels()).toEqual(['Changed the category of 1 transaction']));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', category: 'rent' }]);
  expect(said()).toEqual([words]);
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
  await waitFor(() => expect(said()).toEqual(['The last change is still under way']));
});

test('more rows than are taken at once are refused in words before anything is read', async () => {
  clearNotices();
  const selection = createSelection();
  const row = transaction('t');
  addRows(
    selection,
    Array.from({ length: ROWS_PER_CALL + 1 }, (_, at) => ({ ...row, id: `t${at}` })),
  );
  const grid = { model: { selection }, editing: { refusedOffline: () => false } };
  await new Bulk(grid as unknown as GridController).toggleCleared();
  expect(said()).toEqual([
    'At most 100,000 transactions can be changed at once, and these are 100,001 transactions. Narrow the list with a filter and take them in parts.',
  ]);
});
