import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAnnouncement } from '@/lib/announce/announce';
import { useHistory } from '@/lib/history/history';
import { step } from '@/lib/history/steps';
import { useNotices } from '@/lib/notices/notices';
import { lastNotice } from '@/testing/lastNotice';
import { entry, splitEntry, transaction } from './testing/fakeLedger';
import { BREAD, openRegister as open, PAY } from './testing/openRegister';
import { cellIn } from './testing/renderRegister';

test('rows say date, payee, category and amount; the focus is one tab stop', async () => {
  await open();
  expect(screen.getByRole('grid', { name: 'Transactions, Bank' })).toBeTruthy();
  expect(screen.getByLabelText('11/20/2026, Bakery, Food, -4.50')).toBeTruthy();
  expect(cellIn('Bakery', 'payment').textContent).toBe('4.50');
  expect(cellIn('2,500.00', 'deposit').textContent).toBe('2,500.00');
  expect(document.querySelectorAll('[role=grid] [role=gridcell][tabindex="0"]')).toHaveLength(1);
});

test('a cell is edited by keyboard and written as one named step', async () => {
  const { user, batches, steps } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}two loaves{Enter}');
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'two loaves' }]);
  expect(steps()).toEqual(['Changed the notes of Bakery']);
  expect(cellIn('Bakery', 'notes').textContent).toBe('two loaves');
  await waitFor(() => expect(document.activeElement).toBe(cellIn('2,500.00', 'notes')));
});

test('Tab goes on editing from cell to cell; Escape restores and then leaves', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('{Enter}Groc{Tab}');
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', payee: 'grocer' }]);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Notes' }));
  await user.keyboard('xyz{Escape}');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', '');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Grocer', 'notes')));
  expect(batches()).toHaveLength(1);
});

test('a payee typed for the first time is made in one step with the edit', async () => {
  const { user, batches, steps } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('{Enter}Green Shop{ArrowUp}{Enter}');
  await waitFor(() => expect(cellIn('4.50', 'payee').textContent).toBe('Green Shop'));
  const [payee] = batches()[0]?.newPayees ?? [];
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', payee: payee?.id }]);
  expect(steps()).toEqual(['Changed the payee of Bakery to Green Shop']);
});

test('an amount typed as a deposit takes the place of the payment', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'deposit').focus();
  await user.keyboard('7{Enter}');
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', amount: 700 }]);
  expect(cellIn('Bakery', 'payment').textContent).toBe('');
});

test('"spl" and Tab split; parts are added with what is left', async () => {
  const { user, batches } = await open();
  cellIn('Bakery', 'category').focus();
  await user.keyboard('{Enter}spl{Tab}');
  await screen.findByRole('textbox', { name: 'Payment' });
  expect(batches()[0]?.updated[0]).toMatchObject({ id: 'bread', is_parent: true, payee: null });
  await user.keyboard('1.50{Alt>}{Enter}{/Alt}');
  await waitFor(() => expect(batches()).toHaveLength(3));
  expect(batches()[2]?.added[0]).toMatchObject({ amount: -300, payee: 'bakery' });
  await waitFor(() => expect(screen.getByText('Split (2)')).toBeTruthy());
});

test('what is changed elsewhere while it is typed over is told', async () => {
  const { user, ledger, changeElsewhere } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}mine');
  await changeElsewhere(() => {
    ledger.put(entry({ ...BREAD.row, notes: 'theirs' }));
    return ['bread'];
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Changed in another tab');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'mine');
  await user.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(cellIn('Bakery', 'notes').textContent).toBe('theirs');
});

test('a new transaction is typed by keyboard alone, and the next one after it', async () => {
  const { user, batches, steps } = await open();
  await user.keyboard('t');
  const form = screen.getByRole('form', { name: 'New transaction' });
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Date')));
  await user.keyboard('{Tab}Green Shop{ArrowUp}{Tab}salad{Tab}Foo{Tab}12.50{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  const [payee] = batches()[0]?.newPayees ?? [];
  expect(payee?.name).toBe('Green Shop');
  expect(batches()[0]?.added[0]).toMatchObject({
    account: 'bank',
    payee: payee?.id,
    notes: 'salad',
    category: 'food',
    amount: -1250,
    cleared: false,
    date: '2026-11-20',
  });
  expect(steps()).toEqual(['Added Green Shop, -12.50']);
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Payee')));
  expect(within(form).getByLabelText('Payment')).toHaveProperty('value', '');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form', { name: 'New transaction' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(cellIn('12.50', 'payee')));
});

test('without an account nothing is added and the field is asked for', async () => {
  const { user, batches } = await open([BREAD, PAY], '/accounts');
  await user.keyboard('t');
  const form = screen.getByRole('form', { name: 'New transaction' });
  within(form).getByLabelText('Payment').focus();
  await user.keyboard('5{Enter}');
  expect(batches()).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Account')));
});

test('a reconciled transaction opens only after it is unlocked', async () => {
  const locked = entry({ ...BREAD.row, cleared: true, reconciled: true });
  const { user, batches } = await open([locked, PAY]);
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}');
  await user.click(await screen.findByRole('button', { name: 'Unlock' }));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', reconciled: false }]);
  await screen.findByRole('textbox', { name: 'Notes' });
});

test('Enter on the mark clears a split with all its parts', async () => {
  const { user, batches } = await open([splitEntry('s', [-300, -150])]);
  cellIn(/-4\.50/, 'cleared').focus();
  await user.keyboard('{Enter}');
  expect(batches()[0]?.updated.map(({ id, cleared }) => [id, cleared])).toEqual([
    ['s', true],
    ['s-1', true],
    ['s-2', true],
  ]);
});

/** Reconciles the account to a balance of zero. */
async function reconcile(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Reconcile' }));
  await screen.findByRole('textbox', { name: 'Bank balance' });
  await user.keyboard('0{Enter}');
  await screen.findByRole('region', { name: 'Reconciliation' });
}

test('while reconciling, Space and L tick off the focused row and select nothing', async () => {
  const { user, batches } = await open();
  await reconcile(user);
  cellIn('Bakery', 'payee').focus();
  await user.keyboard(' ');
  await waitFor(() => expect(batches()[0]?.updated).toEqual([{ id: 'bread', cleared: true }]));
  await user.keyboard('l');
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull();
});

test('what is ticked off last leaves the keyboard in the list, which says that all is cleared', async () => {
  const { user, ledger, changeElsewhere } = await open([BREAD]);
  await reconcile(user);
  await screen.findByRole('switch', { name: 'Uncleared only' });
  cellIn('Bakery', 'payee').focus();
  await changeElsewhere(() => {
    ledger.remove('bread');
    return ['bread'];
  });
  await screen.findByText('Every transaction is cleared');
  expect(document.activeElement).toBe(screen.getByRole('grid'));
  await user.click(screen.getByRole('button', { name: 'Show all of them' }));
  await screen.findByText('No transactions');
});

test('a row that goes under the keyboard takes it from no form that was opened meanwhile', async () => {
  const frames: FrameRequestCallback[] = [];
  const { changeElsewhere, ledger, user } = await open([BREAD, PAY]);
  cellIn('Bakery', 'payee').focus();
  const later = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    frames.push(callback);
    return frames.length;
  });
  await changeElsewhere(() => {
    ledger.remove('bread');
    return ['bread'];
  });
  await user.keyboard('t');
  const date = within(await screen.findByRole('form', { name: 'New transaction' }));
  expect(document.activeElement).toBe(date.getByLabelText('Date'));
  await user.tab();
  later.mockRestore();
  act(() => {
    for (const frame of frames) frame(0);
  });
  expect(document.activeElement).toBe(date.getByLabelText('Payee'));
});

test('selected transactions are totalled, categorised by letter and deleted with a way back', async () => {
  const { user, batches, steps } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('x{Shift>}{ArrowDown}{/Shift}');
  await screen.findByRole('toolbar', { name: '2 selected, total 2,495.50' });
  await user.keyboard('c');
  const dialog = await screen.findByRole('dialog', { name: 'Category of 2 transactions' });
  await user.type(within(dialog).getByRole('combobox'), 'Ren{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([
    { id: 'bread', category: 'rent' },
    { id: 'pay', category: 'rent' },
  ]);
  expect(steps()).toEqual(['Categorized 2 transactions as Rent']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('d');
  await screen.findByText('No transactions');
  expect(steps().at(-1)).toBe('Deleted 2 transactions');
});

test('a change made elsewhere shows without reading the page again', async () => {
  const { backend, ledger, changeElsewhere } = await open();
  const before = backend.named('query').length;
  await changeElsewhere(() => {
    ledger.put(entry(transaction('new', { notes: 'from elsewhere', amount: -100, sort_order: 9 })));
    return ['new'];
  });
  await waitFor(() => cellIn('-1.00', 'notes'));
  expect(backend.named('query').length - before).toBe(1);
});

test('letters open the filter menu and the form to reconcile, and lead into the list', async () => {
  const { user } = await open();
  screen.getByRole('button', { name: 'Add new' }).focus();
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Bakery', 'payee')));
  await user.keyboard('f');
  await screen.findByRole('menu');
  // A letter in the menu is for the menu.
  await user.keyboard('r{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Reconcile' })).toBeNull();
  await user.keyboard('r');
  await screen.findByRole('dialog', { name: 'Reconcile' });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: /Reconcile/ }));
  await screen.findByRole('dialog', { name: 'Reconcile' });
});

test('Ctrl+F in the list goes to the search, and leaves a second press to the browser', async () => {
  const { user } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('{Control>}f{/Control}');
  const search = screen.getByRole('searchbox', { name: 'Search' });
  expect(document.activeElement).toBe(search);
  expect(fireEvent.keyDown(search, { key: 'f', ctrlKey: true })).toBe(true);
});

test('a press on a category shows the choices at once', async () => {
  const { user, batches } = await open();
  await user.click(cellIn('Bakery', 'category'));
  const food = await screen.findByRole('option', { name: /Food/ });
  expect(food.getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('option', { name: /Rent/ }));
  await user.keyboard('{Enter}');
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', category: 'rent' }]);
});

test('a transfer within the budget has no category to choose, not even in the form', async () => {
  const moved = entry(transaction('moved', { payee: 'to-cash', amount: -100, sort_order: 3 }));
  const { user, batches } = await open([moved, BREAD]);
  await user.click(cellIn('Cash, -1.00', 'category'));
  expect(screen.queryByRole('combobox', { name: 'Category' })).toBeNull();
  expect(lastNotice()).toBe('Transfers between budget accounts have no category');
  cellIn('Cash, -1.00', 'notes').focus();
  await user.keyboard('{Enter}{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Payment' }));
  await user.keyboard('{Escape}{Escape}t');
  const form = screen.getByRole('form', { name: 'New transaction' });
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Date')));
  await user.keyboard('{Tab}Cash{Tab}{Tab}7{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.added[0]).toMatchObject({ payee: 'to-cash', category: null, amount: -700 });
});

test('Tab leads from the last line of an open split to what gives the rest away', async () => {
  const { user } = await open([splitEntry('s', [-300, -150])]);
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await user.keyboard('{F2}1{Tab}{Tab}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Payment' })).toBeNull());
  const tools = await screen.findByRole('group', { name: 'Rest of the split' });
  // Under the list: between its lines they would cover one.
  expect(screen.getByRole('grid').contains(tools)).toBe(false);
  await waitFor(() => expect(tools.contains(document.activeElement)).toBe(true));
  expect(document.activeElement?.textContent).toBe('Fill remaining');
  await user.keyboard('{Tab}{Tab}');
  expect(document.activeElement?.textContent).toBe('Add Split');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'));
});

test('the keyboard stays with the split when the menu of its tools is closed', async () => {
  const { user } = await open([splitEntry('s', [-300, -150])]);
  cellIn(/Split of .*-1\.50/, 'notes').focus();
  await user.keyboard('{F2}');
  // A balanced split needs no room below a cell that is no amount.
  expect(screen.queryByRole('group', { name: 'Rest of the split' })).toBeNull();
  await user.keyboard('{Escape}');
  cellIn(/Split of .*-1\.50/, 'payment').focus();
  await user.keyboard('{F2}');
  await user.click(screen.getByRole('button', { name: 'Distribute' }));
  await screen.findByRole('menuitem', { name: /By percent/ });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('a split is shared by percent, also when nothing is left', async () => {
  const { user, batches, steps } = await open([splitEntry('s', [-300, -150])]);
  cellIn(/Split of .*-3\.00/, 'payment').focus();
  await user.keyboard('{F2}');
  await user.click(screen.getByRole('button', { name: 'Distribute' }));
  await user.click(await screen.findByRole('menuitem', { name: /By percent/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Distribute by percent' });
  const part = (number: number) =>
    within(dialog).getByRole('textbox', { name: `Line ${number}, percent` });
  expect(part(1)).toHaveProperty('value', '66.66');
  await user.clear(part(1));
  await user.type(part(1), '20');
  expect(dialog.textContent).toContain('80 % = -3.60');
  await user.type(part(2), '30');
  const distribute = within(dialog).getByRole('button', { name: 'Distribute' });
  await user.click(distribute);
  within(dialog).getByText('The lines add up to 50 %, not 100 %');
  await user.clear(part(2));
  await user.click(distribute);
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([
    { id: 's-1', amount: -90 },
    { id: 's-2', amount: -360 },
  ]);
  expect(steps()).toEqual(['Distributed -4.50']);
});

test('a change made elsewhere that is told with its rows is not asked for', async () => {
  const { backend, ledger, changeElsewhere } = await open();
  const before = backend.named('query').length;
  const change = () => {
    ledger.put(entry({ ...BREAD.row, notes: 'from elsewhere' }));
    return ['bread'];
  };
  await changeElsewhere(change, { isTold: true });
  expect(cellIn('Bakery', 'notes').textContent).toBe('from elsewhere');
  expect(backend.named('query')).toHaveLength(before);
});

test('tags used before are offered while notes are typed, and taken by arrow keys alone', async () => {
  const tagged = entry({ ...PAY.row, notes: 'salary #work #Friends' });
  const { user, batches } = await open([BREAD, tagged]);
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}dinner #');
  await screen.findByRole('option', { name: '#work' });
  await user.keyboard('fr');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{ArrowDown}{Enter}');
  const field = screen.getByRole('textbox', { name: 'Notes' });
  expect(field).toHaveProperty('value', 'dinner #Friends ');
  // What only begins like one stays as it was typed.
  await user.keyboard('#fri{Escape} {Enter}');
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'dinner #Friends #fri' }]);
});

test('a column is made wider by its title, which is above the first line, and reset by the menu', async () => {
  const { user, backend } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('{ArrowUp}');
  const title = screen.getByRole('columnheader', { name: 'Payee' });
  title.getBoundingClientRect = () => new DOMRect(0, 0, 200);
  expect(document.activeElement).toBe(title);
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  const saved = () => backend.named('save-prefs').at(-1)?.args;
  expect(saved()).toEqual({ 'ui.registerColumns': { bank: { payee: 216 } } });
  const grid = screen.getByRole('grid');
  expect(grid.style.getPropertyValue('--columns')).toContain('13.5rem');
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('columnheader', { name: 'Notes' }));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Bakery', 'notes')));
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reset column widths' }));
  expect(saved()).toEqual({ 'ui.registerColumns': {} });
});

test('the accounts of the budget are found by their other name too', async () => {
  await open([BREAD, PAY], '/accounts/onbudget');
  await screen.findByRole('grid', { name: 'Transactions, Budget accounts' });
});

test('the field of a single transaction starts with what it has', async () => {
  const { user, batches } = await open();
  cellIn('2,500.00', 'payee').focus();
  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Notes' });
  const field = within(dialog).getByRole('textbox', { name: 'Notes' });
  expect(field).toHaveProperty('value', 'salary');
  await user.keyboard('{End} of May{Enter}');
  await waitFor(() =>
    expect(batches()[0]?.updated).toEqual([{ id: 'pay', notes: 'salary of May' }]),
  );
});

test('a press on a balance copies it', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cleared 0.00' }));
  await waitFor(() => expect(useAnnouncement.getState().text).toBe('Copied 0.00'));
  expect(await navigator.clipboard.readText()).toBe('0.00');
});

test('what is cleared stands beside the balance and can be hidden', async () => {
  const { user } = await open();
  await screen.findByRole('button', { name: 'Uncleared 0.00' });
  await user.click(screen.getByRole('button', { name: 'Hide cleared' }));
  await screen.findByRole('button', { name: 'Show cleared' });
  expect(screen.queryByRole('button', { name: 'Uncleared 0.00' })).toBeNull();
});

test('an unknown account is said to be none, with the way to all accounts', async () => {
  const { user, show } = await open();
  await show('/accounts/nothing');
  await screen.findByText('This budget has no such account.');
  await user.click(screen.getByRole('link', { name: 'Go to the accounts' }));
  await screen.findByRole('grid', { name: 'Transactions, All accounts' });
});

test('the menu of a row splits it; a part of a locked split stays until it is unlocked', async () => {
  const locked = splitEntry('s', [-300, -150], { cleared: true, reconciled: true });
  const { user, batches } = await open([BREAD, locked]);
  cellIn(/Split of .*-3\.00/, 'category').focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: /Remove this line/ }));
  await screen.findByRole('alertdialog', { name: 'Unlock transaction' });
  expect(batches()).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(batches()[1]?.deleted).toEqual([{ id: 's-1' }]);
});

test('Undo after deleting takes back that step, and never one of another tab', async () => {
  const { user, backend, steps } = await open();
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('xd');
  await waitFor(() => expect(steps()).toEqual(['Deleted Bakery']));
  await waitFor(() => expect(useNotices.getState().shown).toHaveLength(1));
  const undo = () => useNotices.getState().shown[0]?.button?.action();
  const mine = {
    number: 1,
    name: step('deletedTransaction', { what: 'Bakery' }),
    session: backend.session,
  };
  useHistory.setState({
    undo: { number: 2, name: step('renamedPayee', { from: 'a', to: 'b' }), session: 'another-tab' },
    redo: null,
  });
  undo();
  expect(backend.named('undo')).toHaveLength(0);
  useHistory.setState({ undo: mine, redo: null });
  undo();
  expect(backend.named('undo')).toHaveLength(1);
});
