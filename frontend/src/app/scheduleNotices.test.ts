import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SchedulesRan } from '@/generated/contract';
import { useOpenFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { clearNotices, dismissNotice, useNotices } from '@/lib/notices/notices';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { startScheduleNotices } from './scheduleNotices';

/** A run that posted one transaction. */
const ran = (name: string): SchedulesRan => ({
  id: `run of ${name}`,
  day: '2026-11-20',
  run: {
    posted: [{ name, payee: null, amount: -85_000, date: '2026-11-20' }],
    failed: [],
  } as unknown as SchedulesRan['run'],
});

let backend: FakeBackend;
let told: string[];
let stops: (() => void)[] = [];

beforeEach(() => {
  lists.clear();
  clearNotices();
  localStorage.clear();
  useOpenFile.setState({ stage: 'closed', id: null });
  backend = new FakeBackend()
    .on('schedule/last-run', () => ran(`budget ${useOpenFile.getState().id}`))
    .on('payees-get', () => [])
    .install();
  told = [];
  const listen = useNotices.subscribe(({ shown }) => {
    const message = shown.find(({ id }) => id === 'schedules-ran')?.message;
    if (message) told.push(message.replace(/ -.*/, ''));
  });
  stops = [startScheduleNotices(), listen];
});
afterEach(() => {
  for (const stop of stops) stop();
});

async function open(id: string): Promise<void> {
  const before = backend.named('schedule/last-run').length;
  useOpenFile.setState({ stage: 'open', id });
  await waitFor(() => expect(backend.named('schedule/last-run')).toHaveLength(before + 1));
  await settle();
}

test('the run of each budget is told until it is dismissed', async () => {
  await open('a');
  await waitFor(() => expect(told).toEqual(['budget a']));
  await open('b');
  await waitFor(() => expect(told).toEqual(['budget a', 'budget b']));
  dismissNotice('schedules-ran');
  await open('a');
  await waitFor(() => expect(told).toEqual(['budget a', 'budget b', 'budget a']));
  await open('b');
  backend.push('schedules-ran', ran('today'));
  await waitFor(() => expect(told).toContain('today'));
  expect([...new Set(told)]).toEqual(['budget a', 'budget b', 'today']);
  expect(told.filter((each) => each === 'budget b')).toHaveLength(1);
});

test('a schedule that could not be posted is named with the reason', async () => {
  await open('a');
  const run = ran('today');
  run.run.failed.push({
    schedule: 's-food',
    name: 'Food',
    payee: null,
    code: 'account-not-found',
    message: 'The account does not exist.',
  });
  backend.push('schedules-ran', run);
  const shown = () => useNotices.getState().shown.map(({ id, message }) => [id, message]);
  await waitFor(() =>
    expect(shown()).toContainEqual([
      'schedules-failed',
      'Food: This account no longer exists. [Show schedules](#schedules)',
    ]),
  );
});

test('each budget is asked what ran since this browser was told', async () => {
  await open('a');
  await waitFor(() => expect(told).toEqual(['budget a']));
  dismissNotice('schedules-ran');
  await open('b');
  await open('a');
  const asked = backend.named('schedule/last-run').map(({ args }) => args);
  expect(asked).toEqual([{ after: null }, { after: null }, { after: 'run of budget a' }]);
});
