import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { useNotices } from '@/lib/notices/notices';
import { lastNotice } from '@/testing/lastNotice';
import { entry, splitEntry, transaction } from '../testing/fakeLedger';
import { BREAD, openRegister as open } from '../testing/openRegister';
import { ACCOUNTS, cellIn } from '../testing/renderRegister';

const SPLIT = splitEntry('s', [-300, -150], { sort_order: 5 });
/** Reconciles the split. */
function lockSplit(ledger: Page['ledger']): string[] {
  const locked = { cleared: true, reconciled: true };
  const children = SPLIT.children.map((part) => ({ ...part, ...locked }));
  ledger.put(entry({ ...SPLIT.row, ...locked }, children));
  return ['s'];
}

type Page = Awaited<ReturnType<typeof open>>;

test('while the last part leaves something, Enter in its amount goes on to another part', async () => {
  const { user, batches } = await open([SPLIT, BREAD]);
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await user.keyboard('1{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(batches()[1]?.added[0]).toMatchObject({ amount: -50, is_child: true });
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Payment' })).toHaveProperty('value', '0.50'),
  );
});

const payment = () => screen.queryByRole('textbox', { name: 'Payment' });

/** Leaves a rest in the last part of a split, so that another part is on its way. */
async function leaveRest() {
  const page = await open([SPLIT, BREAD]);
  const letGo = page.backend.hold('transactions-batch-update');
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await page.user.keyboard('1{Enter}');
  return { ...page, letGo };
}

test('a new part is there to be typed into before it is written', async () => {
  const { user, batches, letGo } = await leaveRest();
  expect(payment()).toHaveProperty('value', '0.50');
  await user.keyboard('4');
  await letGo();
  await user.keyboard('2');
  await letGo();
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(payment()).toHaveProperty('value', '42');
});

test('a key leaves the field of a new part before the part is written', async () => {
  const { user, batches, letGo } = await leaveRest();
  await user.keyboard('0.50{Enter}');
  await letGo();
  await letGo();
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(payment()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Bakery', 'payment')));
});

test('Escape leaves what was left in a new part', async () => {
  const { user, batches, letGo } = await leaveRest();
  await user.keyboard('4{Escape}{Escape}');
  await letGo();
  await letGo();
  await waitFor(() => expect(batches()).toHaveLength(2));
  cellIn(/Split of .*-0\.50/, 'payment');
  expect(payment()).toBeNull();
});

test('a new part does not take the keyboard from who went elsewhere', async () => {
  const { user, letGo } = await leaveRest();
  await user.click(cellIn('Bakery', 'notes'));
  await user.keyboard('important');
  await letGo();
  await letGo();
  await waitFor(() => cellIn(/Split of .*-0\.50/, 'payment'));
  expect(payment()).toBeNull();
  expect(document.activeElement).toHaveProperty('value', 'important');
});

test('two parts may be typed ahead', async () => {
  const { user, letGo, batches } = await leaveRest();
  await user.keyboard('0.20{Enter}0.10{Enter}');
  for (let at = 0; at < 6; at += 1) await letGo();
  await waitFor(() => expect(batches()).toHaveLength(6));
  await waitFor(() => expect(payment()).toHaveProperty('value', '0.20'));
  cellIn(/Split of .*-0\.10/, 'payment');
});

test('what is typed ahead for the field beside is there', async () => {
  const { user, letGo } = await leaveRest();
  await user.keyboard('0.50{Tab}5');
  await letGo();
  await letGo();
  const deposit = await screen.findByRole('textbox', { name: 'Deposit' });
  expect(deposit).toHaveProperty('value', '5');
});

test('a new part that is refused goes again, and so does its field', async () => {
  const page = await open([SPLIT, BREAD]);
  page.backend.on('transactions-batch-update', (args) => {
    if ((args.added ?? []).length > 0) throw new CallError('invalid', 'Too many lines.');
    return { added: [], updated: [], deleted: [], errors: [] };
  });
  cellIn(/Split of .*-3\.00/, 'payee').focus();
  await page.user.keyboard('{Alt>}{Enter}{/Alt}');
  await waitFor(() => expect(useNotices.getState().shown.at(-1)?.message).toBe('Too many lines.'));
  await waitFor(() => expect(payment()).toBeNull());
  expect(screen.getByText('Split (2)')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(cellIn(/4\.50/, 'category')));
});

test('a part that is being written takes nobody out of another field', async () => {
  const { user, letGo } = await leaveRest();
  await letGo();
  await user.click(cellIn(/Split of .*-1\.00/, 'category'));
  await user.keyboard('Ren');
  await letGo();
  await waitFor(() => cellIn(/Split of .*-0\.50/, 'payment'));
  expect(payment()).toBeNull();
  expect(document.activeElement).toHaveProperty('value', 'Ren');
});

test('a part that is larger than what is left brings no further part', async () => {
  const { user, batches } = await open([SPLIT, BREAD]);
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await user.keyboard('9{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Bakery', 'payment')));
  expect(batches()).toHaveLength(1);
});

test('a row that went to where nothing is loaded is written all the same', async () => {
  const { user, ledger, batches, changeElsewhere } = await open(manyEntries());
  cellIn('4.50', 'notes').focus();
  await user.keyboard('{F2}half');
  await changeElsewhere(() => {
    const bread = ledger.entries.find(({ row }) => row.id === 'bread');
    ledger.put({ ...(bread ?? BREAD), row: { ...(bread ?? BREAD).row, date: '2001-01-01' } });
    return ['bread'];
  });
  await waitFor(() => expect(() => cellIn('4.50', 'payee')).toThrow());
  await user.keyboard(' typed{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'half typed' }]);
});

/** More than is loaded at once, that of 4.50 first. */
const manyEntries = () => [
  BREAD,
  ...Array.from({ length: 400 }, (_, at) =>
    entry(transaction(`t${at}`, { amount: 100, date: '2010-01-01', sort_order: 400 - at })),
  ),
];

test('a row that is deleted elsewhere leaves the keyboard in the field', async () => {
  const { user, ledger, changeElsewhere } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  await changeElsewhere(() => {
    ledger.remove('bread');
    return ['bread'];
  });
  await waitFor(() => expect(() => cellIn('Bakery', 'payee')).toThrow());
  const field = screen.getByRole('textbox', { name: 'Notes' });
  await user.keyboard(' typed');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', 'half typed');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(lastNotice()).toBe('“half typed”: The transaction was deleted.'));
});

test('leaving an unchanged field of a row that is deleted elsewhere says nothing', async () => {
  const { user, ledger, changeElsewhere } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}');
  await changeElsewhere(() => {
    ledger.remove('bread');
    return ['bread'];
  });
  await waitFor(() => expect(() => cellIn('Bakery', 'payee')).toThrow());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull());
  expect(useNotices.getState().shown).toEqual([]);
});

/** Opens the notes of a row, types there, and has the row reconciled elsewhere. */
async function typeIntoReconciled() {
  const page = await open();
  cellIn('Bakery', 'notes').focus();
  await page.user.keyboard('{F2}half');
  await page.changeElsewhere(() => {
    page.ledger.put(entry({ ...BREAD.row, cleared: true, reconciled: true }));
    return ['bread'];
  });
  await waitFor(() => screen.getAllByLabelText('Cleared, reconciled'));
  return page;
}
const answer = async (user: Page['user'], name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

test('a row that is reconciled elsewhere while its cell is open is asked about once', async () => {
  const { user, batches } = await typeIntoReconciled();
  await user.keyboard('{Tab}');
  await screen.findByRole('alertdialog');
  expect(batches()).toHaveLength(0);
  await answer(user, 'Unlock');
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(batches()[1]?.updated).toEqual([{ id: 'bread', notes: 'half' }]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('what is typed into a row that stays reconciled is given back in words', async () => {
  const { user, batches } = await typeIntoReconciled();
  await user.keyboard('{Enter}');
  await answer(user, 'Cancel');
  await waitFor(() => expect(lastNotice()).toBe('“half”: The transaction was reconciled.'));
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Bakery', 'notes')));
  expect(batches()).toHaveLength(0);
});

test('a part of a split that is reconciled elsewhere is asked about before another is made', async () => {
  const { user, ledger, batches, changeElsewhere } = await open([SPLIT, BREAD]);
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await user.keyboard('1');
  await changeElsewhere(() => lockSplit(ledger));
  await waitFor(() => screen.getAllByLabelText('Cleared, reconciled'));
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  expect(batches()).toHaveLength(0);
});

test('going back keeps what is typed into a cell', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'half' }]);
});

test('the payee of several transactions is taken away only when that is said', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}p');
  const dialog = await screen.findByRole('dialog', { name: 'Payee of 2 transactions' });
  await user.keyboard('{Enter}');
  within(dialog).getByText('Choose a payee, or “No payee”');
  expect(batches()).toHaveLength(0);
  await user.click(within(dialog).getByRole('checkbox', { name: 'No payee' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', payee: null }]);
});

test('the menu of a closed account survives what it does', async () => {
  const { user, backend } = await open();
  let closed = true;
  backend.on('accounts-get', () => ACCOUNTS.map((each) => ({ ...each, closed })));
  const tell = () =>
    backend.push('sync-event', {
      type: 'applied',
      tables: ['accounts'],
      rows: { accounts: ['bank'] },
      revision: 2,
      origin: null,
    });
  backend.on('account-reopen', () => {
    closed = false;
    tell();
    return null;
  });
  await act(async () => tell());
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reopen Account' }));
  await screen.findByRole('button', { name: 'Reconcile' });
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await screen.findByRole('menuitem', { name: 'Close Account' });
});

test('an edit that takes its row out of the list leaves a word and the way back', async () => {
  const { user, ledger, backend } = await open([SPLIT, BREAD]);
  const usual = backend.answerTo('transactions-batch-update');
  backend.on('transactions-batch-update', async (args, call) => {
    // As in a list that is narrowed to what the row was.
    ledger.isListed = ({ row }) => row.category !== 'rent';
    const answer = await usual(args, call);
    ledger.remove('bread');
    return answer;
  });
  cellIn('Bakery', 'category').focus();
  await user.keyboard('{Enter}Rent{Tab}');
  await waitFor(() =>
    expect(useNotices.getState().shown.at(-1)).toMatchObject({
      message: 'Categorized Bakery as Rent',
      button: { title: 'Undo' },
    }),
  );
});

test('a part of a split is named after the payee that the parts share', async () => {
  const parts = SPLIT.children.map((part) => ({ ...part, payee: 'grocer' }));
  await open([entry(SPLIT.row, parts)]);
  expect(screen.getAllByLabelText(/^Split of Grocer: /)).toHaveLength(2);
});
