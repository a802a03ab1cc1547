import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lastNotice } from '@/testing/lastNotice';
import { splitEntry, transaction, entry as whole } from '../testing/fakeLedger';
import { renderRegister } from '../testing/renderRegister';

vi.setConfig({ testTimeout: 20_000 });

type Page = Awaited<ReturnType<typeof renderRegister>>;
let page: Page;
afterEach(() => page.finish());

const FOOD = { payee: 'bakery', category: 'food', notes: 'cake', sort_order: 3 };
const ENTRIES = () => [
  whole(transaction('cake', { ...FOOD, amount: -1250 })),
  whole(transaction('rent', { date: '2026-11-19', category: 'rent', amount: -70_000 })),
  splitEntry('shop', [-300, -200], { date: '2026-11-19', payee: 'grocer', sort_order: -1 }),
];
const show = (path = '/accounts/bank') => renderRegister(ENTRIES(), path, { isPhone: true });
const form = () => screen.findByRole('form', { name: 'Transaction' });
const list = () => screen.findByRole('group', { name: 'Transactions' });
const lastBatch = () => page.batches().at(-1);

test('transactions stand as cards under the heading of their day', async () => {
  page = await show();
  const cards = within(await list()).getAllByRole('link');
  expect(cards.map((card) => card.querySelector('[data-spoken]')?.textContent)).toEqual([
    'Bakery, Food, -12.50',
    'No payee, Rent, -700.00',
    'Grocer, Split (2), -5.00',
  ]);
  const days = within(await list()).getAllByRole('heading', { level: 2 });
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Today, 11/20/2026',
    'Thursday, 11/19/2026',
  ]);
});

test('transactions are selected on a phone and changed together', async () => {
  page = await show();
  await list();
  await page.user.click(screen.getByRole('button', { name: 'Select transactions' }));
  await page.user.click(await screen.findByRole('checkbox', { name: /^Bakery/ }));
  await page.user.click(screen.getByRole('checkbox', { name: /^Grocer/ }));
  const bar = screen.getByRole('toolbar', { name: '2 selected, total -17.50' });
  await page.user.click(within(bar).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(page.steps()).toEqual(['Deleted 2 transactions']));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
});

test('selecting ends where reconciling begins, so that no hidden selection is changed', async () => {
  page = await show();
  await list();
  await page.user.click(screen.getByRole('button', { name: 'Select transactions' }));
  await page.user.click(await screen.findByRole('checkbox', { name: /^Bakery/ }));
  await page.user.click(screen.getByRole('button', { name: 'Reconcile' }));
  const form = await screen.findByRole('dialog', { name: 'Reconcile' });
  await page.user.click(within(form).getByRole('button', { name: 'Reconcile' }));
  await screen.findByRole('region', { name: 'Reconciliation' });
  await screen.findByRole('button', { name: /^Cleared: Grocer, Split/ });
  expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull();
  const select = screen.getByRole('button', { name: 'Select transactions' });
  expect(select.getAttribute('aria-pressed')).toBe('false');
  expect(select).toHaveProperty('disabled', true);
});

test('an account is reconciled on a phone, where a mark ticks off', async () => {
  page = await show();
  await list();
  await page.user.click(screen.getByRole('button', { name: 'Reconcile' }));
  const form = await screen.findByRole('dialog', { name: 'Reconcile' });
  await page.user.click(within(form).getByRole('button', { name: 'Reconcile' }));
  await screen.findByRole('region', { name: 'Reconciliation' });
  await page.user.click(await screen.findByRole('button', { name: /^Cleared: Grocer, Split/ }));
  await waitFor(() => expect(lastBatch()?.updated.map(({ id }) => id)).toContain('shop'));
  await screen.findByRole('button', { name: /^Cleared: Grocer, Split/, pressed: true });
});

test('a tapped transaction opens its form, and only what changed is written', async () => {
  page = await show();
  await page.user.click(within(await list()).getByRole('link', { name: /^Bakery/ }));
  const amount = within(await form()).getByRole('textbox', { name: 'Amount' });
  expect(amount).toHaveProperty('value', '12.50');
  await page.user.clear(amount);
  await page.user.type(amount, '10+4');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await list();
  expect(lastBatch()).toMatchObject({ added: [], updated: [{ id: 'cake', amount: -1400 }] });
  await screen.findByRole('link', { name: 'Bakery, Food, -14.00' });
});

test('the direction is turned with one press', async () => {
  page = await show('/transaction/cake');
  await form();
  await page.user.click(screen.getByRole('radio', { name: 'Deposit' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(lastBatch()?.updated).toEqual([{ id: 'cake', amount: 1250 }]));
});

test('a new transaction starts with its amount and is a payment', async () => {
  page = await show('/transaction/new');
  const fields = within(await form());
  const amount = fields.getByRole('textbox', { name: 'Amount' });
  expect(document.activeElement).toBe(amount);
  await page.user.keyboard('7.25');
  await page.user.type(fields.getByRole('combobox', { name: 'Payee' }), 'gro');
  await page.user.tab();
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(lastBatch()?.added).toHaveLength(1));
  expect(lastBatch()?.added[0]).toMatchObject({
    ...{ account: 'bank', amount: -725, payee: 'grocer', date: '2026-11-20' },
  });
  expect(page.steps().at(-1)).toMatch(/^Added Grocer/);
});

test('nothing is added before there is something to add', async () => {
  page = await show('/transaction/new');
  await page.user.click(await screen.findByRole('button', { name: 'Save' }));
  const amount = screen.getByRole('textbox', { name: 'Amount' });
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Enter an amount');
  expect(page.batches()).toHaveLength(0);
  await page.user.type(amount, '5{Tab}');
  expect(screen.queryByText('Enter an amount')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.batches()).toHaveLength(1));
});

test.each(['{Enter}', 'Save'])(
  'what is no amount is looked at before it is saved: %s',
  async (how) => {
    page = await show('/transaction/cake');
    await form();
    await page.user.type(screen.getByRole('textbox', { name: 'Notes' }), ' for two');
    const save = screen.getByRole('button', { name: 'Save' });
    await page.user.tripleClick(screen.getByRole('textbox', { name: 'Amount' }));
    await page.user.keyboard('12..5');
    if (how === 'Save') await page.user.click(save);
    else await page.user.keyboard(how);
    expect(lastNotice()).toBe('Not an amount. Kept 12.50.');
    expect(page.batches()).toHaveLength(0);
    await form();
    await page.user.click(save);
    await waitFor(() => expect(page.batches()).toHaveLength(1));
    expect(lastBatch()?.updated).toEqual([{ id: 'cake', notes: 'cake for two' }]);
  },
);

test('a category nobody has heard of is looked at before it is saved', async () => {
  page = await show('/transaction/cake');
  await form();
  await page.user.click(screen.getByRole('combobox', { name: 'Category' }));
  await page.user.keyboard('Xyz');
  // An open list hides the rest of the page from screen readers.
  await page.user.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  expect(lastNotice()).toBe('No match. Kept Food.');
  await form();
});

test('the way back from a form that was opened by its address is its account', async () => {
  page = await renderRegister(ENTRIES(), '/transaction/cake', { isPhone: true });
  await form();
  await page.user.click(screen.getByRole('button', { name: 'Back' }));
  await list();
});

test('a split cannot be saved before its parts add up', async () => {
  page = await show('/transaction/shop');
  await form();
  const part = screen.getByRole('group', { name: 'Line 2' });
  const amount = within(part).getByRole('textbox', { name: 'Amount' });
  await page.user.clear(amount);
  await page.user.type(amount, '1.50');
  await page.user.tab();
  expect(screen.getByText('0.50')).toBeTruthy();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  await page.user.click(screen.getByRole('button', { name: 'Add Split' }));
  await page.user.click(save);
  await waitFor(() => expect(lastBatch()?.added).toHaveLength(1));
  expect(lastBatch()?.added[0]).toMatchObject({ amount: -50, parent_id: 'shop', is_child: true });
});

test('a reconciled transaction is changed only after it is unlocked', async () => {
  const locked = whole(transaction('old', { amount: -100, reconciled: true, cleared: true }));
  page = await renderRegister([locked], '/transaction/old', { isPhone: true });
  await form();
  await page.user.type(screen.getByRole('textbox', { name: 'Notes' }), 'late');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Unlock transaction' });
  expect(page.batches()).toEqual([]);
  await page.user.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  const changed = { id: 'old', notes: 'late', reconciled: false };
  await waitFor(() => expect(lastBatch()?.updated).toEqual([changed]));
});

test('a transaction is shown in reports from its form', async () => {
  page = await show('/transaction/cake');
  await form();
  await page.user.click(screen.getByRole('button', { name: 'More actions' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Show in reports' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Transaction' })).toBeNull());
});

test('a deleted transaction can be brought back', async () => {
  page = await show();
  await page.user.click(within(await list()).getByRole('link', { name: /^Bakery/ }));
  await form();
  await page.user.click(screen.getByRole('button', { name: 'More actions' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(lastBatch()?.deleted).toEqual([{ id: 'cake' }]));
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Bakery/ })).toBeNull());
});

test('a split shows the payee of its parts, and a new one goes to all of them', async () => {
  page = await show('/transaction/shop');
  const payee = within(await form()).getByRole('combobox', { name: 'Payee' });
  await page.user.click(payee);
  await page.user.keyboard('{Control>}a{/Control}Bakery{Tab}');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(lastBatch()?.updated).toEqual([
      { id: 'shop', payee: null },
      { id: 'shop-1', payee: 'bakery' },
      { id: 'shop-2', payee: 'bakery' },
    ]),
  );
});

test('the form of a transaction takes the keyboard from the card that led to it', async () => {
  page = await show();
  await page.user.click(within(await list()).getByRole('link', { name: /^Bakery/ }));
  await form();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
  );
});

test('a phone with a keyboard adds, filters and searches by the keys of the wide screen', async () => {
  page = await show();
  await list();
  await page.user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  (document.activeElement as HTMLElement).blur();
  await page.user.keyboard('f');
  await screen.findByRole('menuitem', { name: 'Payee' });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await page.user.keyboard('t');
  await form();
});
