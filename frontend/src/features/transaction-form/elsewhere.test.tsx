import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Fields } from '@/domain/transactions/splits';
import type { Entry } from '@/domain/transactions/transaction';
import { splitEntry, transaction, entry as whole } from '@/features/register/testing/fakeLedger';
import { renderRegister } from '@/features/register/testing/renderRegister';
import { lists } from '@/lib/lists/lists';
import { useNotices } from '@/lib/notices/notices';
import { settle } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';

vi.setConfig({ testTimeout: 20_000 });

type Page = Awaited<ReturnType<typeof renderRegister>>;
let page: Page;
afterEach(() => page.finish());

const CAKE = transaction('cake', { payee: 'bakery', category: 'food', amount: -1250 });
const SHOP = splitEntry('shop', [-300, -200], { payee: 'grocer' });

async function open(path: string) {
  const entries = structuredClone([whole(CAKE), SHOP]);
  page = await renderRegister(entries, '/accounts/bank', { isPhone: true });
  await page.show(path);
  await screen.findByRole('form', { name: 'Transaction' });
}
const changeCake = (fields: Fields) =>
  page.changeElsewhere(() => {
    page.ledger.put(whole({ ...CAKE, ...fields }));
    return ['cake'];
  });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }));
const lastBatch = () => page.batches().at(-1);

test('a form without edits shows what was changed elsewhere', async () => {
  await open('/transaction/cake');
  await page.user.click(field('Amount'));
  await changeCake({ amount: 700, payee: 'grocer' });
  await waitFor(() => expect(field('Amount').value).toBe('7.00'));
  expect(field('Payee').value).toBe('Grocer');
  expect(screen.getByRole('radio', { name: 'Deposit' })).toHaveProperty('checked', true);
  expect(lastNotice()).toBe('Updated: it was changed in another tab or on another device.');
  expect(screen.queryByRole('alert')).toBeNull();
});

const isSaveDisabled = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled;

test.each([
  ['Keep yours', 'for two', '12.50', [{ id: 'cake', amount: -1250, notes: 'for two' }]],
  ['Use theirs', 'for ten', '7.00', undefined],
])('a form with edits asks which version stays: %s', async (answer, notes, amount, written) => {
  await open('/transaction/cake');
  await page.user.type(field('Notes'), 'for two');
  await changeCake({ notes: 'for ten', amount: -700 });
  const question = await screen.findByRole('alert');
  expect(question.textContent).toContain('This transaction was changed in another tab');
  expect([field('Notes').value, field('Amount').value]).toEqual(['for two', '12.50']);
  expect(isSaveDisabled()).toBe(true);
  await page.user.click(within(question).getByRole('button', { name: answer }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect([field('Notes').value, field('Amount').value]).toEqual([notes, amount]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await save();
  await screen.findByRole('group', { name: 'Transactions' });
  expect(lastBatch()?.updated).toEqual(written);
});

test('what is being saved is no change of another tab', async () => {
  await open('/transaction/cake');
  await page.user.click(field('Payee'));
  await page.user.keyboard('Aldi{Tab}');
  const usual = page.backend.answerTo('transactions-batch-update');
  page.backend.on('transactions-batch-update', async (args, call) => {
    await usual(args, call);
    return new Promise(() => {});
  });
  await save();
  await waitFor(() => expect(page.ledger.entries[0]?.row.payee).not.toBe('bakery'));
  const stored = () => lists.getQueryData<Entry[]>(['transactions', 'form', 'cake'])?.[0]?.row;
  await waitFor(() => expect(stored()?.payee).not.toBe('bakery'));
  await act(() => settle());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('text that is being typed counts as an edit and keeps the keyboard', async () => {
  await open('/transaction/cake');
  await page.user.click(field('Amount'));
  await page.user.keyboard('8');
  await changeCake({ amount: -700 });
  const question = await screen.findByRole('alert');
  expect(document.activeElement).toBe(field('Amount'));
  await page.user.keyboard('0');
  expect(field('Amount').value).toBe('80');
  await page.user.click(within(question).getByRole('button', { name: 'Use theirs' }));
  expect(field('Amount').value).toBe('7.00');
});

test('a split that lost a line elsewhere keeps yours with all of its lines', async () => {
  await open('/transaction/shop');
  const part = (name: string) => within(screen.getByRole('group', { name }));
  await page.user.type(part('Line 2').getByRole('textbox', { name: 'Notes' }), 'mine');
  await page.changeElsewhere(() => {
    page.ledger.put(whole({ ...SHOP.row, amount: -300 }, SHOP.children.slice(0, 1)));
    return ['shop'];
  });
  const question = await screen.findByRole('alert');
  await page.user.click(within(question).getByRole('button', { name: 'Keep yours' }));
  await save();
  await waitFor(() => expect(lastBatch()?.added).toMatchObject([{ id: 'shop-2', notes: 'mine' }]));
});

test('a transaction that is deleted elsewhere is said to be', async () => {
  await open('/transaction/cake');
  await page.changeElsewhere(() => {
    page.ledger.remove('cake');
    return ['cake'];
  });
  await screen.findByText('This transaction was deleted in the meantime.');
  expect(useNotices.getState().shown).toEqual([]);
});

test('what was typed into a transaction that is deleted elsewhere is given back', async () => {
  await open('/transaction/cake');
  await page.user.type(field('Notes'), 'for two');
  await page.user.click(field('Amount'));
  await page.user.keyboard('{Control>}a{/Control}7+1');
  await page.changeElsewhere(() => {
    page.ledger.remove('cake');
    return ['cake'];
  });
  await screen.findByText('This transaction was deleted in the meantime.');
  const message = '“Bakery, -8.00, for two”: The transaction was deleted.';
  await waitFor(() =>
    expect(useNotices.getState().shown.at(-1)).toMatchObject({ message, sticky: true }),
  );
});

test('a card of the list shows what was changed elsewhere', async () => {
  await open('/transaction/cake');
  await page.show('/accounts/bank');
  await screen.findByRole('link', { name: 'Bakery, Food, -12.50' });
  await changeCake({ notes: 'for ten' });
  await screen.findByText('for ten');
  await changeCake({ category: 'rent' });
  await screen.findByRole('link', { name: 'Bakery, Rent, -12.50' });
});
