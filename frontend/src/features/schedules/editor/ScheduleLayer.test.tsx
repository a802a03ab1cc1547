import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import type { Schedule } from '@/domain/schedules/schedule';
import { exampleSchedule } from '@/domain/schedules/testing/exampleSchedule';
import type { Condition } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { lists, startLists } from '@/lib/lists/lists';
import { clearNotices } from '@/lib/notices/notices';
import type { FakeBackend, SentCall } from '@/testing/fakeBackend';
import { scheduleBackend } from '../testing/schedules';
import ScheduleLayer from './ScheduleLayer';

vi.setConfig({ testTimeout: 20_000 });

let backend: FakeBackend;
let schedules: Schedule[];
let stop = () => {};
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  lists.clear();
  clearNotices();
  schedules = [exampleSchedule()];
  backend = scheduleBackend(() => schedules);
  stop = startLists();
  user = userEvent.setup();
});
afterEach(() => stop());

function Place() {
  return <output data-testid="place">{useLocation().pathname}</output>;
}

async function show(path: string, state: object = {}) {
  render(
    <MemoryRouter initialEntries={[{ pathname: path, state }]}>
      <Routes>
        <Route path="/schedule/edit/:id?" element={<ScheduleLayer />} />
        <Route path="*" element={null} />
      </Routes>
      <Place />
      <ModalStack />
    </MemoryRouter>,
  );
  return screen.findByRole('dialog', { name: /schedule$/i });
}

async function showSchedule(path: string) {
  await show(path);
  await screen.findByRole('button', { name: 'Save' });
  return screen.getByRole('dialog', { name: 'Schedule' });
}

const field = (name: string, role = 'textbox') => screen.getByRole(role, { name });
const fill = async (name: string, text: string, role = 'textbox') => {
  await user.clear(field(name, role));
  await user.type(field(name, role), `${text}{Tab}`);
};
const sent = () => backend.named('schedule/create').map(({ args }) => args);
const conditionsIn = (call: SentCall | undefined) =>
  (call?.args as { conditions: Condition[] } | undefined)?.conditions ?? [];
const byField = (conditions: readonly Condition[]) =>
  Object.fromEntries(conditions.map(({ field: id, op, value }) => [id, { op, value }]));

test('a monthly schedule is typed and added in one step', async () => {
  await show('/schedule/edit');
  await fill('Payee', 'Landl', 'combobox');
  await fill('Account', 'Bank', 'combobox');
  await fill('Amount', '850');
  await fill('First date', '12/01/2026');
  screen.getByRole('button', { name: 'Every month on the 1st' });
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  const [call] = backend.named('schedule/create');
  expect(byField(conditionsIn(call))).toMatchObject({
    payee: { op: 'is', value: 'p-landlord' },
    account: { op: 'is', value: 'a-bank' },
    amount: { op: 'isapprox', value: -85_000 },
    date: { op: 'isapprox', value: { frequency: 'monthly', start: '2026-12-01' } },
  });
  expect(call?.undo?.name).toEqual({ key: 'addedSchedule', params: { name: 'Landlord' } });
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/schedules'));
});

test('a payee that is typed for the first time is made with the schedule', async () => {
  await show('/schedule/edit');
  await user.type(field('Payee', 'combobox'), 'Gardener{Tab}');
  await fill('Amount', '30');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  const { conditions, newPayees } = sent()[0] as {
    conditions: Condition[];
    newPayees: { id: string; name: string }[];
  };
  expect(newPayees).toEqual([{ id: expect.any(String), name: 'Gardener' }]);
  expect(byField(conditions).payee?.value).toBe(newPayees[0]?.id);
});

test('what is missing is said at its field, and nothing is sent', async () => {
  const dialog = await show('/schedule/edit');
  await user.click(within(dialog).getByRole('checkbox', { name: /Automatically add/ }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  within(dialog).getByText('A valid amount is required');
  within(dialog).getByText('Choose an account. Sobre cannot post without one.');
  expect(field('Amount').getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
});

test('an amount that cannot be read is not saved by Ctrl+Enter, and stays in its field', async () => {
  await showSchedule('/schedule/edit/s-rent');
  await user.clear(field('Amount'));
  await user.type(field('Amount'), '12x4{Control>}{Enter}{/Control}');
  await screen.findByText(/12x4/);
  expect(field('Amount')).toHaveProperty('value', '12x4');
  expect(document.activeElement).toBe(field('Amount'));
  expect(backend.named('schedule/update')).toEqual([]);
  await user.clear(field('Amount'));
  await user.type(field('Amount'), '124{Control>}{Enter}{/Control}');
  await waitFor(() => expect(backend.named('schedule/update')).toHaveLength(1));
  const [call] = backend.named('schedule/update');
  expect(byField(conditionsIn(call)).amount?.value).toBe(-12_400);
});

test('a name that another schedule has is said at the name', async () => {
  backend.on('schedule/create', () => {
    throw new CallError('schedule-exists', 'taken');
  });
  await show('/schedule/edit');
  await fill('Amount', '850');
  await fill('Name', 'Rent');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Another schedule has this name');
});

test('dates are chosen in an editor of their own, and Escape leaves them as they were', async () => {
  await show('/schedule/edit');
  await user.click(screen.getByRole('button', { name: 'Every month on the 20th' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeats' });
  expect(within(dialog).getByRole('list', { name: 'Next dates' }).children).toHaveLength(4);
  await user.click(within(dialog).getByRole('radio', { name: 'Friday before' }));
  within(dialog).getByText('Every month on the 20th, or the Friday before a weekend.');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Every month on the 20th' }));
  const again = await screen.findByRole('dialog', { name: 'Repeats' });
  await user.click(within(again).getByRole('radio', { name: 'Monday after' }));
  await user.click(within(again).getByRole('button', { name: 'Apply' }));
  await screen.findByRole('button', {
    name: 'Every month on the 20th, or the Monday after a weekend',
  });
});

test('numbers that cannot be are put right when their field is left', async () => {
  await show('/schedule/edit');
  await user.click(screen.getByRole('button', { name: 'Every month on the 20th' }));
  const dialog = await screen.findByRole('dialog', { name: 'Repeats' });
  await user.click(within(dialog).getByRole('radio', { name: 'After' }));
  for (const name of ['Every', 'Times']) {
    const number = within(dialog).getByRole<HTMLInputElement>('textbox', { name });
    await user.clear(number);
    await user.type(number, '0{Tab}');
    expect(number.value).toBe('1');
  }
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await screen.findByRole('button', { name: 'Every month on the 20th, 1 time' });
});

test('dates that cannot be computed are called so', async () => {
  backend.on('schedule/get-upcoming-dates', () => {
    throw new CallError('invalid-schedule', 'Invalid rule.');
  });
  await show('/schedule/edit');
  await screen.findByText('Invalid rule.');
});

test('a schedule is changed; its linked transactions can be unlinked', async () => {
  const rows = [
    {
      id: 't1',
      date: '2026-10-20',
      payee: 'p-landlord',
      account: 'a-bank',
      amount: -85_000,
      notes: null,
    },
  ];
  backend.on('query', () => ({ data: rows, dependencies: ['transactions'] }) as never);
  const dialog = await showSchedule('/schedule/edit/s-rent');
  const linked = await within(dialog).findByRole('list', { name: 'Linked' });
  await user.click(within(linked).getByRole('checkbox'));
  await user.click(within(dialog).getByRole('button', { name: 'Unlink 1 transaction' }));
  await waitFor(() => expect(backend.named('schedule/link-transactions')).toHaveLength(1));
  expect(backend.named('schedule/link-transactions')[0]?.args).toEqual({
    id: null,
    transactionIds: ['t1'],
  });
  await fill('Amount', '900');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(backend.named('schedule/update')).toHaveLength(1));
  expect(byField(conditionsIn(backend.named('schedule/update')[0])).amount).toEqual({
    op: 'is',
    value: -90_000,
  });
});

test('selected matches are linked in the step that saves it', async () => {
  const rows = [
    { id: 't7', date: '2026-10-20', payee: null, account: 'a-bank', amount: -850, notes: null },
  ];
  backend.on('query', () => ({ data: rows, dependencies: ['transactions'] }) as never);
  await show('/schedule/edit');
  await fill('Amount', '8.50');
  const matching = await screen.findByRole('list', { name: 'Matching' });
  await user.click(within(matching).getByRole('checkbox'));
  screen.getByText('1 transaction will be linked when you save.');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(backend.named('schedule/create')).toHaveLength(1));
  expect(backend.named('schedule/create')[0]?.args).toMatchObject({ transactionIds: ['t7'] });
  expect(backend.named('schedule/link-transactions')).toEqual([]);
});

test('a schedule that is gone is called so', async () => {
  await show('/schedule/edit/s-gone');
  await screen.findByText('This schedule does not exist any more.');
});

const changeElsewhere = (next: Schedule[]) => {
  schedules = next;
  const event = {
    type: 'applied',
    tables: ['schedules'],
    rows: null,
    revision: 2,
    origin: 'other',
  };
  act(() => backend.push('sync-event', event as never));
};

test('typed text outlives a deletion elsewhere, and its undo', async () => {
  const dialog = await showSchedule('/schedule/edit/s-rent');
  await fill('Name', 'Flat in town');
  const stored = schedules;
  changeElsewhere([]);
  await within(dialog).findByText(/deleted in the meantime/);
  expect((field('Name') as HTMLInputElement).value).toBe('Flat in town');
  changeElsewhere(stored);
  await within(dialog).findByRole('button', { name: 'Save' });
  expect((field('Name') as HTMLInputElement).value).toBe('Flat in town');
  expect(within(dialog).queryByText(/deleted in the meantime/)).toBeNull();
});

test('a schedule that was deleted meanwhile is saved as a new one', async () => {
  const dialog = await showSchedule('/schedule/edit/s-rent');
  await fill('Name', 'Flat in town');
  changeElsewhere([]);
  await user.click(await within(dialog).findByRole('button', { name: 'Save as new schedule' }));
  await waitFor(() => expect(backend.named('schedule/create')).toHaveLength(1));
  expect(backend.named('schedule/create')[0]?.undo?.name).toEqual({
    key: 'addedSchedule',
    params: { name: 'Flat in town' },
  });
  expect(byField(conditionsIn(backend.named('schedule/create')[0])).payee?.value).toBe(
    'p-landlord',
  );
  expect(backend.named('schedule/update')).toEqual([]);
});

test('a closed account is said beside the account', async () => {
  backend.on(
    'accounts-get',
    () => [{ id: 'a-bank', name: 'Bank', closed: true, offbudget: false }] as never,
  );
  await showSchedule('/schedule/edit/s-rent');
  await screen.findByText('This account is closed. Choose another one, or nothing is posted.');
});
