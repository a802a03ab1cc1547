import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { entry, splitEntry, transaction } from './testing/fakeLedger';
import { cellIn, renderRegister } from './testing/renderRegister';

vi.setConfig({ testTimeout: 30_000 });

let finish = () => {};
afterEach(() => finish());

/** More than one page; each of 1.00, the oldest last. */
const MANY = Array.from({ length: 400 }, (_, at) =>
  entry(transaction(`t${at}`, { notes: `n${at}`, amount: 100, sort_order: 400 - at })),
);

async function open() {
  const page = await renderRegister(structuredClone(MANY));
  finish = page.finish;
  await waitFor(() => cellIn('1.00', 'payee'));
  return page;
}

const bar = (name: string) => screen.findByRole('toolbar', { name });

test('a selected row that is not loaded stays selected when it is changed elsewhere', async () => {
  const { user, ledger, changeElsewhere } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 400 that match' }));
  await bar('400 selected, total 400.00');
  await changeElsewhere(() => {
    ledger.put(entry(transaction('t390', { amount: 300, sort_order: 10 })));
    return ['t390'];
  });
  await bar('400 selected, total 402.00');
  await changeElsewhere(() => {
    ledger.remove('t391');
    return ['t391'];
  });
  await bar('399 selected, total 401.00');
});

test('what leaves the list when it is narrowed is no longer selected', async () => {
  const { user, ledger, show } = await open();
  cellIn('1.00', 'payee').focus();
  await user.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await bar('3 selected, total 3.00');
  ledger.remove('t1');
  await show('/accounts/bank?q=n');
  await bar('2 selected, total 2.00');
});

test('a list read anew takes over what has become of the selected rows', async () => {
  const { user, ledger, backend } = await open();
  cellIn('1.00', 'payee').focus();
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}');
  await bar('2 selected, total 2.00');
  ledger.put(entry(transaction('t0', { amount: 500, sort_order: 400 })));
  backend.push('sync-event', {
    type: 'applied',
    tables: ['transactions'],
    rows: null,
    revision: 2,
    origin: 'another-tab',
  });
  await bar('2 selected, total 6.00');
});

test('of a split of which a part matches, everything selected is that part', async () => {
  const split = splitEntry('s', [-300, -200]);
  const [food, other] = split.children.map((row) => ({ ...row }));
  const page = await renderRegister([
    {
      ...split,
      row: { ...split.row, _unmatched: true },
      children: [{ ...food, category: 'food' } as never, { ...other, _unmatched: true } as never],
    },
  ]);
  finish = page.finish;
  await page.show('/accounts/bank?q=food');
  await screen.findByText('1 transaction found');
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await bar('1 selected, total -3.00');
  await page.user.keyboard('c');
  const dialog = await screen.findByRole('dialog', { name: 'Category' });
  const field = within(dialog).getByRole('combobox');
  await page.user.clear(field);
  await page.user.type(field, 'Ren{Enter}');
  await waitFor(() => expect(page.batches()).toHaveLength(1));
  expect(page.batches()[0]?.updated).toEqual([{ id: 's-1', category: 'rent' }]);
});
