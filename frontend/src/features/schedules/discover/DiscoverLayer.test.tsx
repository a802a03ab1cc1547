import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FoundSchedule } from '@/generated/contract';
import { lists, startLists } from '@/lib/lists/lists';
import { clearNotices } from '@/lib/notices/notices';
import type { FakeBackend } from '@/testing/fakeBackend';
import { scheduleBackend } from '../testing/schedules';
import DiscoverLayer from './DiscoverLayer';

let backend: FakeBackend;
let searches: number;
let stop = () => {};

/** The results of a search; every search makes new ids. */
const found = () =>
  ['p-landlord', 'p-work'].map((payee, at) => ({
    id: `search-${searches}-${payee}`,
    account: 'a-bank',
    payee,
    date: { start: `2026-11-0${at + 1}`, frequency: 'monthly', interval: 1, patterns: [] },
    amount: -5_000,
    _conditions: [{ field: 'payee', op: 'is', value: payee }],
    evidence: {
      ...{ dates: 4, found: 4, days_off: 0, least: -5_000, most: -5_000 },
      ...{ last: '2026-11-01', transactions: [] },
    },
  })) as unknown as FoundSchedule[];

beforeEach(async () => {
  lists.clear();
  clearNotices();
  searches = 0;
  backend = scheduleBackend(() => [])
    .on('schedule/discover', () => {
      searches += 1;
      return found();
    })
    .on('schedule/create-many', () => []);
  stop = startLists();
  render(
    <MemoryRouter>
      <DiscoverLayer />
    </MemoryRouter>,
  );
  await screen.findByRole('checkbox', { name: 'Create a schedule for Landlord' });
});
afterEach(() => stop());

const landlord = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Create a schedule for Landlord' });

test('an edit elsewhere keeps the selection and searches nothing', async () => {
  await userEvent.click(landlord());
  const event = {
    type: 'applied',
    tables: ['transactions'],
    rows: null,
    revision: 2,
    origin: null,
  };
  await act(async () => backend.push('sync-event', event as never));
  expect(landlord().checked).toBe(true);
  expect(backend.named('schedule/discover')).toHaveLength(1);
});

test('another search keeps what is selected', async () => {
  await userEvent.click(landlord());
  await act(async () => backend.push('reload' as never, {} as never));
  await waitFor(() => expect(searches).toBe(2));
  await userEvent.click(await screen.findByRole('button', { name: 'Create 1 schedule' }));
  await waitFor(() => expect(backend.named('schedule/create-many')).toHaveLength(1));
  expect(backend.named('schedule/create-many')[0]?.args).toMatchObject({
    schedules: [{ schedule: { id: 'search-2-p-landlord' } }],
  });
});
