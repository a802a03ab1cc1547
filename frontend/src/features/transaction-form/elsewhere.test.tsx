import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Fields } from '@/domain/transactions/splits';
import type { Entry } from '@/domain/transactions/transaction';
import { splitEntry, transaction, entry as whole } from '@/features/register/testing/fakeLedger';
import { renderRegister } from '@/features/register/testing/renderRegister';
import { lists } from '@/lib/lists/lists';
import { useNotices } from '@/lib/notices/notices';
import { settle } from '@/testing/fakeBackend';
import { told } from '@/testing/told';

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

test('what was left alone is shown as it was changed elsewhere, and stays so', async () => {
  await open('/transaction/cake');
  await page.user.type(field('Notes'), 'for two');
  await changeCake({ amount: 700, payee: 'grocer' });
  await waitFor(() => expect(field('Amount').value).toBe('7.00'));
  expect(field('Payee').value).toBe('Grocer');
  expect(screen.getByRole('radio', { name: 'Deposit' })).toHaveProperty('checked', true);
  expect(told()).toBe('Changed in another tab: Amount, Payee');
  expect(screen.queryByRole('alert')).toBeNull();
  await save();
  await waitFor(() => expect(lastBatch()?.updated).toEqual([{ id: 'cake', notes: 'for two' }]));
});

test.each([
  ['Keep yours', 'for two', [{ id: 'cake', notes: 'for two' }]],
  ['Take theirs', 'for ten', undefined],
])('of a field that both changed it is asked: %s', async (answer, shown, written) => {
  await open('/transaction/cake');
  await page.user.type(field('Notes'), 'for two');
  await changeCake({ notes: 'for ten' });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Notes: changed in another tab to “for ten”');
  expect(field('Notes').value).toBe('for two');
  await page.user.click(within(notice).getByRole('button', { name: answer }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('Notes').value).toBe(shown);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
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

test('what is being typed into is asked about too, and keeps the keyboard', async () => {
  await open('/transaction/cake');
  await page.user.click(field('Amount'));
  await page.user.keyboard('8');
  await changeCake({ amount: -700 });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Amount: changed in another tab to “Payment 7.00”');
  expect(document.activeElement).toBe(field('Amount'));
  await page.user.keyboard('0');
  expect(field('Amount').value).toBe('80');
  await page.user.click(within(notice).getByRole('button', { name: 'Take theirs' }));
  expect(field('Amount').value).toBe('7.00');
});

test('parts added elsewhere are there, and what was typed into one that is gone is said', async () => {
  await open('/transaction/shop');
  const part = (name: string) => within(screen.getByRole('group', { name }));
  await page.user.type(part('Part 2').getByRole('textbox', { name: 'Notes' }), 'mine');
  await page.user.click(part('Part 2').getByLabelText('Amount'));
  await page.user.keyboard('{Control>}a{/Control}7+1');
  const [first] = SHOP.children;
  const added = { ...first, id: 'shop-3', amount: -200, sort_order: -3 } as typeof CAKE;
  await page.changeElsewhere(() => {
    page.ledger.put(whole(SHOP.row, first ? [first, added] : []));
    return ['shop'];
  });
  const lost = () => useNotices.getState().shown.find(({ title }) => title === 'Not saved');
  await waitFor(() =>
    expect(lost()?.message).toBe(
      'Deleted in another tab: Part 2. Typed there: Part 2, Amount: 7+1; Part 2, Notes: mine',
    ),
  );
  expect(lost()?.sticky).toBe(true);
  const amounts = ['Part 1', 'Part 2'].map((name) => part(name).getByLabelText('Amount'));
  expect(amounts.map((each) => (each as HTMLInputElement).value)).toEqual(['3.00', '2.00']);
  await save();
  await screen.findByRole('group', { name: 'Transactions' });
  expect(page.batches()).toEqual([]);
});

test('of a part that was removed here and changed elsewhere it is asked', async () => {
  await open('/transaction/shop');
  await page.user.click(screen.getByRole('button', { name: 'Remove part 2' }));
  await page.changeElsewhere(() => {
    const changed = SHOP.children.map((part, at) => (at === 1 ? { ...part, notes: 'milk' } : part));
    page.ledger.put(whole(SHOP.row, changed));
    return ['shop'];
  });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain(
    'Part 2: removed here, changed in another tab to “Amount: 2.00; Notes: milk”',
  );
  await page.user.click(within(notice).getByRole('button', { name: 'Take theirs' }));
  expect(screen.queryByRole('alert')).toBeNull();
  const part = within(screen.getByRole('group', { name: 'Part 2' }));
  expect(part.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'milk');
});

test('a transaction that is deleted elsewhere is said to be', async () => {
  await open('/transaction/cake');
  await page.changeElsewhere(() => {
    page.ledger.remove('cake');
    return ['cake'];
  });
  await screen.findByText('This transaction was deleted meanwhile.');
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
  await screen.findByText('This transaction was deleted meanwhile.');
  const message = '“Amount: Payment 8.00; Notes: for two”: The transaction was deleted.';
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

test('a field that only has the keyboard follows every change, and nothing is asked', async () => {
  await open('/transaction/cake');
  await page.user.click(field('Amount'));
  await changeCake({ amount: -700 });
  await waitFor(() => expect(field('Amount').value).toBe('7.00'));
  await changeCake({ amount: -800 });
  await waitFor(() => expect(field('Amount').value).toBe('8.00'));
  expect(screen.queryByRole('alert')).toBeNull();
  await page.user.keyboard('9');
  await changeCake({ amount: -900 });
  await screen.findByRole('alert');
  expect(field('Amount').value).toBe('9');
});
