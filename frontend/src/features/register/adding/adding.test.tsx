import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { useNotices } from '@/lib/notices/notices';
import { lastNotice } from '@/testing/lastNotice';
import { entry } from '../testing/fakeLedger';
import { BREAD, openRegister } from '../testing/openRegister';
import { cellIn } from '../testing/renderRegister';

async function open() {
  const page = await openRegister([BREAD]);
  await page.user.keyboard('t');
  return { ...page, form: screen.getByRole('form', { name: 'New transaction' }) };
}

test('a payee nobody has heard of is taken by Tab alone', async () => {
  const { user, batches } = await open();
  await user.keyboard('{Tab}Aldi{Tab}{Tab}{Tab}9{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.newPayees).toMatchObject([{ name: 'Aldi' }]);
});

/** Holds the next writes and rejects them when they are released. */
function refuse(backend: Page['backend']) {
  const usual = backend.answerTo('transactions-batch-update');
  const accept = () => backend.on('transactions-batch-update', usual);
  backend.on('transactions-batch-update', () => {
    throw new CallError('refused', 'No.');
  });
  return { letGo: backend.hold('transactions-batch-update'), accept };
}

type Page = Awaited<ReturnType<typeof open>>;

/** The buttons that bring drafts back, by what they stand for. */
const drafts = () =>
  useNotices
    .getState()
    .shown.filter(({ button }) => button?.title === 'Edit again')
    .map(({ message, button }) => ({ message, press: () => act(async () => button?.action()) }));

const value = (label: string) =>
  within(screen.getByRole('form', { name: 'New transaction' })).getByLabelText<HTMLInputElement>(
    label,
  ).value;

test('what is typed while the last one is being written is the next one', async () => {
  const { user, batches, backend, form } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Payee')));
  await user.keyboard('Groc{Tab}milk');
  await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  expect([value('Payee'), value('Notes')]).toEqual(['Grocer', 'milk']);
  await drafts()[0]?.press();
  expect([value('Payee'), value('Payment')]).toEqual(['Bakery', '5.00']);
  expect(batches()).toHaveLength(1);
  expect(drafts()).toEqual([]);
  // The other one waits for its turn.
  await user.keyboard('{Escape}t');
  expect([value('Payee'), value('Notes')]).toEqual(['Grocer', 'milk']);
});

test('what is no amount is looked at before it is added', async () => {
  const { user, form, batches } = await open();
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}12..5');
  const add = within(form).getByRole('button', { name: 'Add' });
  await user.click(add);
  const payment = within(form).getByLabelText('Payment');
  expect(screen.getByRole('alert').textContent).toBe("Can't read “12..5”");
  expect(document.activeElement).toBe(payment);
  expect(payment.getAttribute('aria-invalid')).toBe('true');
  expect(batches()).toHaveLength(0);
  expect([value('Payee'), value('Payment')]).toEqual(['Bakery', '12..5']);
  await user.clear(payment);
  await user.type(payment, '12.5');
  await user.click(add);
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.added).toMatchObject([{ amount: -1250 }]);
});

test.each(['{Tab}', '{Enter}', '{Control>}{Enter}{/Control}'])(
  'what is no amount stays in its field, which %s does not leave',
  async (key) => {
    const { user, form, batches } = await open();
    await user.keyboard(`{Tab}Bakery{Tab}{Tab}{Tab}12abc${key}`);
    const payment = within(form).getByLabelText('Payment');
    expect(document.activeElement).toBe(payment);
    expect(value('Payment')).toBe('12abc');
    const told = screen.getByRole('alert');
    expect(told.textContent).toBe("Can't read “12abc”");
    expect(payment.getAttribute('aria-describedby')).toBe(told.id);
    await user.keyboard('{Escape}');
    expect(value('Payment')).toBe('');
    expect(payment.getAttribute('aria-invalid')).not.toBe('true');
    expect(batches()).toHaveLength(0);
  },
);

test('what is no amount is not passed over from another field', async () => {
  const { user, form, batches } = await open();
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}12abc');
  await user.click(within(form).getByLabelText('Deposit'));
  await user.keyboard('5{Enter}');
  expect(document.activeElement).toBe(within(form).getByLabelText('Payment'));
  expect(batches()).toHaveLength(0);
});

test('what is no amount stays in the cell that is edited', async () => {
  const { user, batches } = await openRegister([BREAD]);
  await user.click(cellIn('Bakery', 'payment'));
  const field = await screen.findByRole('textbox', { name: 'Payment' });
  await user.clear(field);
  await user.keyboard('12abc{Enter}');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', '12abc');
  expect(screen.getByRole('alert').textContent).toBe("Can't read “12abc”");
  await user.clear(field);
  await user.keyboard('7{Enter}');
  await waitFor(() => expect(batches()[0]?.updated).toEqual([{ id: 'bread', amount: -700 }]));
});

test('a form that was emptied again is not kept', async () => {
  const { user, backend } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await user.keyboard('G{Backspace}');
  await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await drafts()[0]?.press();
  expect(value('Payee')).toBe('Bakery');
  expect(drafts()).toEqual([]);
});

test('what stands in a field only is not thrown away by what was refused', async () => {
  const { user, backend } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await user.keyboard('Groc');
  await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  expect(document.activeElement).toHaveProperty('value', 'Groc');
});

test('what is refused takes the keyboard from nobody', async () => {
  const { user, backend, batches } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await user.click(cellIn('Bakery', 'payment'));
  await user.keyboard('1');
  await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  expect(drafts()[0]?.message).toBe('“Bakery, -5.00”: No.');
  await user.keyboard('00');
  expect(document.activeElement).toHaveProperty('value', '100');
  expect(batches()).toHaveLength(1);
});

test('a form that was closed meanwhile stays closed', async () => {
  const { user, backend } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}{Escape}');
  await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  expect(screen.queryByRole('form', { name: 'New transaction' })).toBeNull();
});

test('each transaction that was refused can be edited again', async () => {
  const { user, backend } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}');
  for (const amount of [5, 6, 7]) {
    await user.keyboard(`Bakery{Tab}{Tab}{Tab}${amount}{Enter}`);
  }
  await user.keyboard('Groc');
  for (let at = 0; at < 3; at += 1) await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(3));
  await drafts()[1]?.press();
  expect(value('Payment')).toBe('6.00');
});

test('a transaction that is refused after its view was left is there on return', async () => {
  const { user, backend, show } = await open();
  const { letGo } = refuse(backend);
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await show('/accounts/cash');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'New transaction' })).toBeNull());
  await letGo();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await drafts()[0]?.press();
  await screen.findByRole('grid', { name: 'Transactions, Bank' });
  expect([value('Payee'), value('Payment')]).toEqual(['Bakery', '5.00']);
});

test('a new payee that several transactions name is made once', async () => {
  const { user, backend, batches } = await open();
  const letGo = backend.hold('transactions-batch-update');
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}1{Enter}');
  await user.keyboard('Aldi{Tab}{Tab}{Tab}2{Enter}');
  await user.keyboard('Aldi{Tab}{Tab}{Tab}3{Enter}');
  for (let at = 0; at < 3; at += 1) await letGo();
  await waitFor(() => expect(batches()).toHaveLength(3));
  expect(batches().map(({ newPayees }) => newPayees?.length)).toEqual([0, 1, 0]);
  expect(batches()[2]?.added[0]?.payee).toBe(batches()[1]?.newPayees?.[0]?.id);
});

test('a payee whose making was refused is made with the next transaction', async () => {
  const { user, backend, batches } = await open();
  const { letGo, accept } = refuse(backend);
  await user.keyboard('{Tab}Aldi{Tab}{Tab}{Tab}1{Enter}');
  await user.keyboard('Aldi{Tab}{Tab}{Tab}2{Enter}');
  await user.keyboard('Groc');
  await letGo();
  accept();
  await letGo();
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(batches()[1]?.newPayees).toMatchObject([{ name: 'Aldi' }]);
  expect(batches()[1]?.added[0]?.payee).toBe(batches()[1]?.newPayees?.[0]?.id);
});

test('a payee that may not be made comes with whatever names it', async () => {
  const { user, backend, batches } = await open();
  const { letGo, accept } = refuse(backend);
  await user.keyboard('{Tab}Aldi{Tab}{Tab}{Tab}1{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  cellIn('Bakery', 'payee').focus();
  await user.keyboard('{F2}Aldi{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(2));
  await letGo();
  accept();
  await letGo();
  const made = batches().map(({ newPayees }) => newPayees);
  expect(made[1]).toEqual(made[0]);
  expect(batches()[1]?.updated).toEqual([{ id: 'bread', payee: made[0]?.[0]?.id }]);
});

test('an added transaction leaves the keyboard to who is in the list by then', async () => {
  const { user, backend, batches } = await open();
  const letGo = backend.hold('transactions-batch-update');
  await user.keyboard('{Tab}Grocer{Tab}{Tab}{Tab}5{Enter}');
  act(() => cellIn('Bakery', 'notes').focus());
  await letGo();
  await waitFor(() => cellIn('Grocer', 'payee'));
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Bakery', 'notes')));
  await user.keyboard('{F2}mine{Enter}');
  await letGo();
  await waitFor(() => expect(batches()).toHaveLength(2));
  expect(batches()[1]?.updated).toEqual([{ id: 'bread', notes: 'mine' }]);
});

/** The form with a split whose first part is of 40.00 and whose second one is blank. */
async function openSplit() {
  const page = await open();
  const parts = () => screen.getAllByRole('group', { name: 'Line of the split' });
  await page.user.keyboard('{Tab}Bakery{Tab}{Tab}spl{Tab}');
  await waitFor(() => expect(parts()).toHaveLength(1));
  await page.user.keyboard('{Tab}40{Enter}');
  await waitFor(() => expect(parts()).toHaveLength(2));
  return { ...page, parts };
}

test('the whole of a split that is typed over keeps its blank part', async () => {
  const { user, batches, parts } = await openSplit();
  const whole = screen.getByRole('group', { name: 'Transaction' });
  await user.clear(within(whole).getByLabelText('Payment'));
  await user.keyboard('100{Enter}');
  expect(parts()).toHaveLength(2);
  expect(batches()).toHaveLength(0);
});

test('an untouched form adds nothing and asks for an amount', async () => {
  const { user, batches, form } = await open();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(lastNotice()).toBe('Enter an amount');
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Payment')));
  expect(batches()).toHaveLength(0);
});

test('Enter goes from part to part until one is left blank', async () => {
  const { user, batches, parts } = await openSplit();
  expect(batches()).toHaveLength(0);
  await user.keyboard('2{Enter}');
  await waitFor(() => expect(parts()).toHaveLength(3));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.added.map(({ amount }) => amount)).toEqual([-4200, -4000, -200]);
});

test('a half typed transaction is there again after the view was left', async () => {
  const { user, show } = await open();
  await user.keyboard('{Tab}Bakery{Tab}half');
  await show('/accounts/cash');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'New transaction' })).toBeNull());
  await show('/accounts/bank');
  const form = await screen.findByRole('form', { name: 'New transaction' });
  expect(within(form).getByLabelText('Payee')).toHaveProperty('value', 'Bakery');
});

test('what stands in a field is there again after the way back', async () => {
  const { user, show } = await open();
  await user.keyboard('{Tab}Bakery{Tab}half');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await show('/accounts/cash');
  await show('/accounts/bank');
  await screen.findByRole('form', { name: 'New transaction' });
  expect(value('Notes')).toBe('half');
});

test('values that were refused are offered apart, and lead back from elsewhere', async () => {
  const { user, backend, show } = await open();
  await user.keyboard('{Escape}');
  backend.on('transactions-batch-update', () => {
    throw new CallError('refused', 'No.');
  });
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}a long note{Enter}');
  await waitFor(() => expect(drafts()).toHaveLength(1));
  cellIn('Bakery', 'payment').focus();
  await user.keyboard('{F2}77{Enter}');
  await waitFor(() => expect(drafts()).toHaveLength(2));
  expect(drafts().map(({ message }) => message)).toEqual(['“a long note”: No.', '“77.00”: No.']);
  await show('/accounts/cash');
  await screen.findByRole('grid', { name: 'Transactions, Cash' });
  await drafts()[1]?.press();
  const field = await screen.findByRole('textbox', { name: 'Payment' });
  expect(field).toHaveProperty('value', '77.00');
  await waitFor(() => expect(drafts()).toHaveLength(1));
});

test('what was refused stays on offer until its field opens, and goes when a value is taken', async () => {
  const { user, backend, ledger, changeElsewhere } = await open();
  await user.keyboard('{Escape}');
  const { letGo, accept } = refuse(backend);
  const reconcile = (reconciled: boolean) =>
    changeElsewhere(() => {
      ledger.put(entry({ ...BREAD.row, cleared: true, reconciled }));
      return ['bread'];
    });
  const offered = () => useNotices.getState().shown.filter(({ title }) => title === 'Not saved');
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}first{Enter}');
  await letGo();
  await waitFor(() => expect(offered()).toHaveLength(1));
  await reconcile(true);
  await waitFor(() => screen.getAllByLabelText('Cleared, reconciled'));
  act(() => offered()[0]?.button?.action());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(offered()[0]?.button?.title).toBe('Edit again');
  await reconcile(false);
  await waitFor(() => expect(screen.queryAllByLabelText('Cleared, reconciled')).toEqual([]));
  accept();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}second{Enter}');
  await letGo();
  await waitFor(() => expect(offered()).toHaveLength(0));
});

test('a value that was refused can be edited again', async () => {
  const { user, backend } = await open();
  await user.keyboard('{Escape}');
  backend.on('transactions-batch-update', () => {
    throw new CallError('refused', 'No.');
  });
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}a long note{Enter}');
  await waitFor(() => expect(useNotices.getState().shown.at(-1)?.button?.title).toBe('Edit again'));
  act(() => useNotices.getState().shown.at(-1)?.button?.action());
  expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveProperty(
    'value',
    'a long note',
  );
});

test('coming to the same view again leaves the form and what is typed as they are', async () => {
  const { user, show, form } = await open();
  await user.keyboard('{Tab}Bak');
  await show('/accounts/bank');
  expect(form.isConnected).toBe(true);
  expect(document.activeElement).toHaveProperty('value', 'Bak');
});

test('an added transaction is confirmed where it can be seen, with Undo', async () => {
  const { user } = await open();
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await waitFor(() =>
    expect(useNotices.getState().shown.at(-1)).toMatchObject({
      message: 'Added Bakery, -5.00',
      button: { title: 'Undo' },
    }),
  );
});

test('a form that is restored says so, and can start over', async () => {
  const { user, show } = await open();
  await user.keyboard('{Tab}Bakery{Tab}half');
  await show('/accounts/cash');
  await show('/accounts/bank');
  await screen.findByRole('form', { name: 'New transaction' });
  const notice = () => useNotices.getState().shown.find(({ id }) => id === 'draft-restored');
  await waitFor(() => expect(notice()?.message).toBe('This was not saved yet.'));
  act(() => notice()?.button?.action());
  await waitFor(() => expect(value('Payee')).toBe(''));
  expect(notice()).toBeUndefined();
  await show('/accounts/cash');
  await show('/accounts/bank');
  await screen.findByRole('grid', { name: 'Transactions, Bank' });
  expect(screen.queryByRole('form', { name: 'New transaction' })).toBeNull();
});

test('the form of a phone goes on with what was begun above the list', async () => {
  const { user, show } = await open();
  await user.keyboard('{Tab}Bakery{Tab}half{Tab}');
  await show('/transaction/new');
  const form = await screen.findByRole('form', { name: 'Transaction' });
  expect(within(form).getByLabelText('Notes')).toHaveProperty('value', 'half');
  expect(within(form).getByLabelText('Payee')).toHaveProperty('value', 'Bakery');
});

test('a value whose writing was interrupted is offered when the register opens again', async () => {
  const { user, backend, show } = await open();
  await user.keyboard('{Escape}');
  backend.on('transactions-batch-update', () => new Promise(() => {}));
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half{Enter}');
  await waitFor(() => expect(backend.named('transactions-batch-update')).toHaveLength(1));
  await show('/accounts/cash');
  await screen.findByRole('grid', { name: 'Transactions, Cash' });
  await show('/accounts/bank');
  await waitFor(() => expect(drafts()).toHaveLength(1));
  expect(drafts()[0]?.message).toBe('“half”: This was not saved yet.');
  await drafts()[0]?.press();
  const field = await screen.findByRole('textbox', { name: 'Notes' });
  expect(field).toHaveProperty('value', 'half');
});

test('rules fill in what is empty while a transaction is typed, never what was emptied', async () => {
  const { user, backend } = await open();
  backend.on('rules-run', ({ transaction }) => ({
    ...transaction,
    ...(transaction.payee ? { category: 'food', notes: 'by rule' } : {}),
  }));
  await user.keyboard('{Tab}Groc{Tab}mine{Tab}');
  await waitFor(() => expect(value('Category')).toBe('Food'));
  expect(value('Notes')).toBe('mine');
  await user.clear(screen.getByLabelText('Category'));
  await user.keyboard('{Tab}');
  await act(async () => {});
  expect(value('Category')).toBe('');
});
