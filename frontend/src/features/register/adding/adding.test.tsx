import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { notices } from '@/lib/notices/notices';
import { told } from '@/testing/told';
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

test('what is typed while the last one is being written is the next one', async () => {
  const { user, batches, backend, form } = await open();
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  backend.on('transactions-batch-update', async () => {
    await wait;
    throw new CallError('internal', 'No.');
  });
  await user.keyboard('{Tab}Bakery{Tab}{Tab}{Tab}5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Payee')));
  await user.keyboard('Groc{Tab}milk');
  answer();
  const again = () => notices.getState().shown.find(({ button }) => button?.title === 'Edit again');
  await waitFor(() => expect(again()).toBeTruthy());
  expect(within(form).getByLabelText('Payee')).toHaveProperty('value', 'Grocer');
  expect(within(form).getByLabelText('Notes')).toHaveProperty('value', 'milk');
  again()?.button?.action();
  await waitFor(() =>
    expect(within(form).getByLabelText('Payee')).toHaveProperty('value', 'Bakery'),
  );
  expect(within(form).getByLabelText('Payment')).toHaveProperty('value', '5.00');
  expect(batches()).toHaveLength(1);
});

test('an untouched form adds nothing and asks for an amount', async () => {
  const { user, batches, form } = await open();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(told()).toBe('Enter an amount');
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Payment')));
  expect(batches()).toHaveLength(0);
});

test('Enter goes from part to part until one is left blank', async () => {
  const { user, batches } = await open();
  await user.keyboard('{Tab}Bakery{Tab}{Tab}spl{Tab}');
  const parts = () => screen.getAllByRole('group', { name: 'Part of the split' });
  await waitFor(() => expect(parts()).toHaveLength(1));
  await user.keyboard('{Tab}40{Enter}');
  await waitFor(() => expect(parts()).toHaveLength(2));
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

test('a value that was refused can be edited again', async () => {
  const { user, backend } = await open();
  await user.keyboard('{Escape}');
  backend.on('transactions-batch-update', () => {
    throw new CallError('internal', 'No.');
  });
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}a long note{Enter}');
  await waitFor(() => expect(notices.getState().shown.at(-1)?.button?.title).toBe('Edit again'));
  notices.getState().shown.at(-1)?.button?.action();
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
