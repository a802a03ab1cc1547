import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPlaces } from '@/components/grid/gridPlaces';
import { ModalStack } from '@/components/ModalStack';
import { newRecurrence, recurrenceConfig } from '@/domain/schedules/recurrence';
import type { Schedule } from '@/domain/schedules/schedule';
import { exampleSchedule } from '@/domain/schedules/testing/exampleSchedule';
import { allShortcuts, startKeys } from '@/lib/keys/keys';
import { lists, startLists } from '@/lib/lists/lists';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import type { FakeBackend } from '@/testing/fakeBackend';
import SchedulesPage from './SchedulesPage';
import { scheduleBackend } from './testing/schedules';

vi.setConfig({ testTimeout: 20_000 });

let backend: FakeBackend;
let schedules: Schedule[];
let stops: (() => void)[] = [];
let user: ReturnType<typeof userEvent.setup>;

function Place() {
  return <output data-testid="place">{useLocation().pathname}</output>;
}

beforeEach(() => {
  lists.clear();
  forgetPlaces();
  clearNotices();
  schedules = [
    exampleSchedule(),
    exampleSchedule({
      id: 's-pay',
      payee: 'p-work',
      name: 'Salary',
      amount: 250_000,
      amount_op: 'isapprox',
      next_date: '2026-11-30',
      status: 'scheduled',
    }),
    exampleSchedule({
      id: 's-old',
      name: 'Old loan',
      completed: true,
      status: 'completed',
      amount: { num1: -12_000, num2: -14_000 },
      amount_op: 'isbetween',
    }),
  ];
  backend = scheduleBackend(() => schedules);
  stops = [startLists(), startKeys()];
  user = userEvent.setup();
});
afterEach(() => {
  for (const stop of stops) stop();
});

async function show() {
  render(
    <MemoryRouter initialEntries={['/schedules']}>
      <SchedulesPage />
      <Place />
      <ModalStack />
    </MemoryRouter>,
  );
  return screen.findByRole('grid', { name: 'Schedules' });
}

const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'));

const menuOf = async (name: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menu');
};

test('schedules are listed by their next date, completed ones on demand', async () => {
  await show();
  expect(rowNames()).toEqual([
    'Landlord, 11/20/2026, -850.00, Due',
    'Salary, 11/30/2026, about 2,500.00, Scheduled',
  ]);
  expect(screen.getAllByText('Monthly on the 20th')).toHaveLength(2);
  const old = 'Old loan, 11/20/2026, -140.00 to -120.00, Completed';
  await user.click(screen.getByRole('button', { name: 'Show completed schedules' }));
  expect(rowNames()).toContain(old);
  const hide = screen.getByRole('button', { name: 'Hide completed schedules' });
  expect(document.activeElement).toBe(hide);
  const named = (label: string) => allShortcuts().some((shortcut) => shortcut.label === label);
  expect(named('Hide completed schedules')).toBe(true);
  expect(named('Show completed schedules')).toBe(false);
  await user.keyboard('{Enter}');
  expect(rowNames()).not.toContain(old);
  expect(document.activeElement).toBe(hide);
});

test('how a schedule repeats tells of weekends and the end', async () => {
  const monthly = newRecurrence('2026-01-22');
  const end = { mode: 'after_n_occurrences', count: 3 } as const;
  schedules = [exampleSchedule({ date: recurrenceConfig({ ...monthly, weekend: 'before', end }) })];
  await show();
  screen.getByText('Monthly on the 22nd, or the Friday before a weekend, 3 times');
});

test('the filter looks at names, amounts, status and dates', async () => {
  await show();
  const filter = screen.getByRole('searchbox', { name: 'Filter schedules…' });
  for (const [text, count] of [
    ['sala', 1],
    ['850', 1],
    ['due', 1],
    ['11/', 2],
    ['bank', 2],
  ] as const) {
    await user.clear(filter);
    await user.type(filter, text);
    expect(rowNames()).toHaveLength(count);
  }
  await user.clear(filter);
  await user.type(filter, 'nothing like it');
  screen.getByText('No matching schedules');
});

test('posting and skipping are steps with names, for the row of the menu', async () => {
  await show();
  const menu = await menuOf('Landlord');
  expect(within(menu).queryByRole('menuitem', { name: 'Restart' })).toBeNull();
  await user.click(within(menu).getByRole('menuitem', { name: /^Post transactionP/ }));
  await waitFor(() => expect(backend.named('schedule/post-transaction')).toHaveLength(1));
  const [posted] = backend.named('schedule/post-transaction');
  expect(posted?.args).toEqual({ id: 's-rent', today: false });
  expect(posted?.undo?.name).toEqual({
    key: 'postedSchedule',
    params: { name: 'Landlord', day: '2026-11-20' },
  });
  await user.click(
    within(await menuOf('Salary')).getByRole('menuitem', { name: /^Skip next date/ }),
  );
  await waitFor(() => expect(backend.named('schedule/skip-next-date')).toHaveLength(1));
  expect(useNotices.getState().shown.at(-1)?.message).toBe('Skipped Salary of 11/30/2026');
});

test('a schedule with one date cannot be skipped, and says so', async () => {
  schedules = [exampleSchedule({ date: '2026-11-20' })];
  await show();
  screen.getByText('Once');
  const item = within(await menuOf('Landlord')).getByRole('menuitem', { name: /Skip next date/ });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(item.textContent).toContain('This schedule has one date only');
});

test('several are deleted in one step', async () => {
  const grid = await show();
  await user.click(within(grid).getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: /^Delete 2 schedules/ }));
  await waitFor(() => expect(backend.named('schedule/delete-many')).toHaveLength(1));
  expect(backend.named('schedule/delete-many')[0]?.args).toEqual({ ids: ['s-rent', 's-pay'] });
});

test('a key adds a schedule, another one opens the one of the row', async () => {
  const grid = await show();
  act(() =>
    within(grid)
      .getAllByRole('gridcell', { name: /Landlord/ })[0]
      ?.focus(),
  );
  await user.keyboard('{Enter}');
  expect(screen.getByTestId('place').textContent).toBe('/schedule/edit/s-rent');
  await user.keyboard('t');
  expect(screen.getByTestId('place').textContent).toBe('/schedule/edit');
});

test('the key help says where each key holds', async () => {
  await show();
  const scopeOf = (label: string) => allShortcuts().find((each) => each.label === label)?.scope;
  expect(scopeOf('Add new schedule')).toBe('screen');
  expect(scopeOf('Edit a schedule')).toBe('grid');
  const enter = allShortcuts().filter(({ keys }) => keys.includes('Enter'));
  expect(enter.map(({ label }) => label)).toEqual([
    'In the last column: Row menu',
    'Edit a schedule',
  ]);
});

test('without schedules the screen says what they are for', async () => {
  schedules = [];
  await show();
  screen.getByRole('heading', { name: 'No schedules' });
  await user.click(screen.getByRole('button', { name: 'Find schedules' }));
  expect(screen.getByTestId('place').textContent).toBe('/schedule/discover');
});

test('another device that posts a transaction changes the status here', async () => {
  await show();
  schedules = [exampleSchedule({ status: 'paid' })];
  act(() =>
    backend.push('sync-event', {
      type: 'applied',
      tables: ['transactions'],
      rows: null,
      origin: null,
    } as never),
  );
  await screen.findByText('Paid');
});

test('a single date that was paid, if late, is restarted on a day of its own', async () => {
  const paid = { date: '2026-11-01', next_date: '2026-11-01', last_date: '2026-11-19' } as const;
  schedules = [exampleSchedule({ ...paid, completed: true, status: 'completed' })];
  await show();
  await user.click(screen.getByRole('button', { name: 'Show completed schedules' }));
  await user.click(within(await menuOf('Landlord')).getByRole('menuitem', { name: /^Restart/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Restart Landlord' });
  await user.click(within(dialog).getByRole('button', { name: 'Restart' }));
  within(dialog).getByText('Date is required');
  const date = within(dialog).getByRole('textbox', { name: 'New date' });
  await user.type(date, '11/21/2026{Tab}');
  within(dialog).getByText('The last payment would count for this day: choose a later one');
  await user.clear(date);
  await user.type(date, '12/01/2026{Tab}');
  await user.click(within(dialog).getByRole('button', { name: 'Restart' }));
  await waitFor(() => expect(backend.named('schedule/update')).toHaveLength(1));
  expect(backend.named('schedule/update')[0]?.args).toMatchObject({
    schedule: { id: 's-rent', completed: false },
    conditions: [{ field: 'date', value: '2026-12-01' }],
    resetNextDate: true,
  });
});
