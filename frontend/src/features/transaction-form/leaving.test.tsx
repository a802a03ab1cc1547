import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { transaction, entry as whole } from '@/features/register/testing/fakeLedger';
import { renderRegister } from '@/features/register/testing/renderRegister';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { useNotices } from '@/lib/notices/notices';
import { type SentCall, settle } from '@/testing/fakeBackend';

vi.setConfig({ testTimeout: 20_000 });

type Page = Awaited<ReturnType<typeof renderRegister>>;
let page: Page;
afterEach(() => {
  page.finish();
  configure({ reactStrictMode: false });
});

const CAKE = whole(transaction('cake', { payee: 'bakery', category: 'food', amount: -1250 }));
const open = async (path: string) => {
  page = await renderRegister([structuredClone(CAKE)], '/accounts/bank', { isPhone: true });
  await goTo(path);
};
/** Goes to a form. */
const goTo = async (path: string) => {
  await page.show(path);
  await screen.findByRole('form', { name: 'Transaction' });
};
/** Goes from the form to the list. */
const leave = async () => {
  await page.show('/accounts/bank');
  await list();
};
const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }));
const list = () => screen.findByRole('group', { name: 'Transactions' });
const notes = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Notes' });
const offered = (title: string) =>
  useNotices.getState().shown.find(({ button }) => button?.title === title);
const press = (title: string) => act(async () => offered(title)?.button?.action());
const goBack = () => act(() => void window.dispatchEvent(new PopStateEvent('popstate')));

/** Lets every write wait until it is answered or refused. */
function holdWrites(): { calls: () => SentCall[]; answer: () => Promise<void> } {
  const calls = () => page.backend.named('transactions-batch-update');
  page.backend.on('transactions-batch-update', () => new Promise(() => {}));
  const result = { added: [], updated: [], deleted: [], errors: [] };
  return {
    calls,
    answer: () => act(async () => page.backend.answer(calls().at(-1) as SentCall, result)),
  };
}

/** Saves and leaves the form; returns a function that rejects the write. */
async function saveAndLeave(): Promise<() => Promise<void>> {
  const { calls } = holdWrites();
  await save();
  await waitFor(() => expect(calls()).toHaveLength(1));
  await leave();
  return () => act(async () => page.backend.refuse(calls()[0] as SentCall, 'invalid-data', 'No.'));
}

test('going back keeps what stands in the field with the keyboard', async () => {
  await open('/transaction/new');
  await page.user.keyboard('12.50');
  goBack();
  await leave();
  await goTo('/transaction/new');
  expect(amountField()).toHaveProperty('value', '12.50');
});

test('nothing can be typed while a save is under way, and all of it once that is refused', async () => {
  await open('/transaction/cake');
  const notes = screen.getByRole('textbox', { name: 'Notes' });
  await page.user.type(notes, 'first');
  const { answer, calls } = holdWrites();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(calls()).toHaveLength(1));
  const form = screen.getByRole('form', { name: 'Transaction' });
  expect(form.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
  await page.user.type(notes, ' and more');
  expect(notes).toHaveProperty('value', 'first');
  expect(screen.getByRole('radio', { name: 'Deposit' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('switch', { name: 'Cleared' })).toHaveProperty('disabled', true);
  await act(async () => page.backend.refuse(calls().at(-1) as SentCall, 'invalid-data', 'No.'));
  expect(form.getAttribute('aria-busy')).toBeNull();
  await page.user.type(notes, ' and more');
  expect(notes).toHaveProperty('value', 'first and more');
  await save();
  await waitFor(() => expect(calls()).toHaveLength(2));
  await answer();
  await list();
  expect(page.batches().at(-1)?.updated).toEqual([{ id: 'cake', notes: 'first and more' }]);
});

test('what was on its way to be saved when it was left is not offered again', async () => {
  await open('/transaction/new');
  await page.user.keyboard('12.50');
  const { answer, calls } = holdWrites();
  await save();
  await waitFor(() => expect(calls()).toHaveLength(1));
  await leave();
  await page.show('/accounts/cash');
  await answer();
  // Where the person is by then stays.
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cash');
  await goTo('/transaction/new');
  expect(amountField()).toHaveProperty('value', '');
  expect(useNotices.getState().shown.map(({ message }) => message)).not.toContain(
    'This was not saved yet.',
  );
});

test.each(['usual', 'rehearsed'])(
  'what is refused after it was left comes back, and so does what was begun since: %s',
  async (how) => {
    // In development every effect is run, ended and run again; that keeps and forgets nothing.
    configure({ reactStrictMode: how === 'rehearsed' });
    await open('/transaction/new');
    await page.user.keyboard('12.50');
    const refuse = await saveAndLeave();
    await goTo('/transaction/new');
    await page.user.keyboard('7{Tab}');
    await refuse();
    await press('Edit again');
    await waitFor(() => expect(amountField()).toHaveProperty('value', '12.50'));
    page.backend.on('transactions-batch-update', () => ({
      ...{ added: [], updated: [], deleted: [], errors: [] },
    }));
    await save();
    await page.show('/accounts/bank');
    await page.show('/transaction/new');
    await waitFor(() => expect(amountField()).toHaveProperty('value', '7.00'));
  },
);

test('a form with edits outlives a reading that fails', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'for two');
  page.backend.on('query', () => {
    throw new CallError('timeout', 'Too slow.');
  });
  await page.changeElsewhere(() => ['cake']);
  const status = () => lists.getQueryState(['transactions', 'form', 'cake'])?.status;
  await waitFor(() => expect(status()).toBe('error'));
  await act(() => settle());
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'for two');
  expect(within(screen.getByRole('form')).getByRole('button', { name: 'Save' })).toBeTruthy();
});

test('starting anew gives up what was left', async () => {
  await open('/transaction/new');
  await page.user.keyboard('12.50{Tab}');
  await leave();
  await page.show('/transaction/new');
  await waitFor(() => expect(amountField()).toHaveProperty('value', '12.50'));
  await press('Start over');
  await waitFor(() => expect(amountField()).toHaveProperty('value', ''));
  await leave();
  await goTo('/transaction/new');
  expect(amountField()).toHaveProperty('value', '');
});

test('edits that are refused after they were left come back', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'for two');
  const refuse = await saveAndLeave();
  await refuse();
  await page.changeElsewhere(() => {
    page.ledger.put(whole({ ...CAKE.row, amount: -700 }));
    return ['cake'];
  });
  await press('Edit again');
  await waitFor(() => expect(notes().value).toBe('for two'));
  await page.user.click(await screen.findByRole('button', { name: 'Keep yours' }));
  await save();
  const { updated } = page.batches().at(-1) ?? {};
  expect(updated).toEqual([{ id: 'cake', amount: -1250, notes: 'for two' }]);
});

const openAgain = () => goTo('/transaction/cake');

test('edits of a known transaction are there on return, until they are saved or discarded', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'for two');
  await leave();
  await openAgain();
  expect(notes().value).toBe('for two');
  expect(offered('Discard')?.message).toBe('This was not saved yet.');
  await press('Discard');
  expect(notes().value).toBe('');
  expect(offered('Discard')).toBeUndefined();
  await page.user.type(notes(), 'for ten');
  await leave();
  await openAgain();
  await save();
  await list();
  expect(page.batches().at(-1)?.updated).toEqual([{ id: 'cake', notes: 'for ten' }]);
  await openAgain();
  expect(offered('Discard')).toBeUndefined();
});

test('edits that are left go with their budget', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'for two');
  await leave();
  act(() => useOpenFile.setState({ id: crypto.randomUUID() }));
  await openAgain();
  expect(notes().value).toBe('');
});

test('what is refused while its transaction is edited anew comes first, and the other after it', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'first');
  const refuse = await saveAndLeave();
  await openAgain();
  await page.user.type(notes(), 'second');
  await refuse();
  expect(offered('Edit again')?.message).toBe('“Bakery, -12.50, first”: No.');
  await press('Edit again');
  await waitFor(() => expect(notes().value).toBe('first'));
  expect(offered('Edit again')).toBeUndefined();
  await press('Discard');
  await leave();
  await openAgain();
  expect(notes().value).toBe('second');
});

test('what was refused for a transaction that is deleted by then stays in words', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'first');
  const refuse = await saveAndLeave();
  await refuse();
  await page.changeElsewhere(() => {
    page.ledger.remove('cake');
    return ['cake'];
  });
  await press('Edit again');
  await screen.findByText('This transaction no longer exists.');
  const message = '“Bakery, -12.50, first”: The transaction was deleted.';
  expect(useNotices.getState().shown.at(-1)).toMatchObject({ message, sticky: true });
});

test('of edits that are stored by now nobody says that they are not', async () => {
  await open('/transaction/cake');
  await page.user.type(notes(), 'for two');
  await leave();
  await page.changeElsewhere(() => {
    page.ledger.put(whole({ ...CAKE.row, notes: 'for two' }));
    return ['cake'];
  });
  await openAgain();
  await waitFor(() => expect(offered('Discard')).toBeUndefined());
  expect(notes().value).toBe('for two');
});
