import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SyncEvent, UserData } from '@/generated/contract';
import { loadPrefs } from '@/lib/prefs/prefs';
import { startServer, useServer } from '@/lib/server/server';
import { startSync, useSyncing } from '@/lib/sync/sync';
import { FakeBackend } from '@/testing/fakeBackend';
import { ServerMenu } from './ServerMenu';
import { SyncButton } from './SyncButton';

let backend: FakeBackend;
let prefs: Record<string, string>;
let user: UserData | null;
let stops: (() => void)[];

beforeEach(async () => {
  prefs = { id: 'home', cloudFileId: 'cloud-1' };
  useSyncing.setState({ isSyncing: false, ended: 'success' });
  user = { offline: false };
  useServer.setState({ url: 'https://sync.example', user });
  backend = new FakeBackend()
    .on('load-prefs', () => prefs)
    .on('sync', () => null)
    .on('get-server-url', () => 'https://sync.example')
    .on('get-server-version', () => ({ version: '26.9.0' }))
    .on('subscribe-get-user', () => user)
    .install();
  await loadPrefs();
  stops = [startSync(), startServer()];
});
afterEach(() => {
  for (const stop of stops) stop();
});

const tell = (type: SyncEvent['type'], subtype?: string) =>
  act(() =>
    backend.push('sync-event', {
      type,
      ...(subtype ? { subtype } : {}),
      tables: [],
      rows: {},
      revision: 1,
      origin: null,
    }),
  );

const button = (name: string) => screen.findByRole('button', { name });

test('pressing it syncs; it says so until the sync has ended', async () => {
  render(<SyncButton />);
  await userEvent.click(await button('Sync'));
  expect(backend.named('sync')).toHaveLength(1);
  tell('start');
  const busy = await button('Syncing');
  expect(busy.closest('[aria-busy="true"]')).not.toBeNull();
  await userEvent.click(busy);
  expect(backend.named('sync')).toHaveLength(1);
  tell('success');
  await button('Sync');
});

test.each([
  ['out-of-sync', 'Sync error'],
  ['network', 'Offline'],
  ['clock-drift', 'Sync'],
])('after %s it says %s', async (subtype, name) => {
  render(<SyncButton />);
  tell('error', subtype);
  await button(name);
});

const both = () =>
  render(
    <>
      <SyncButton />
      <ServerMenu />
    </>,
  );

test('it and the menu say together that the server does not answer, and that it does', async () => {
  both();
  await button('Sync');
  await button('Server');
  tell('error', 'network');
  expect(await screen.findAllByRole('button', { name: 'Offline' })).toHaveLength(2);
  // As another tab hears it: nothing of this one was sent.
  tell('success');
  await button('Sync');
  await button('Server');
});

test('what a connection finds of the server is said by both', async () => {
  both();
  user = { offline: true };
  act(() => backend.push('hello', { session: 'tab-2', version: '0.1.0', today: '2026-11-20' }));
  expect(await screen.findAllByRole('button', { name: 'Offline' })).toHaveLength(2);
  user = { offline: false };
  act(() => backend.push('hello', { session: 'tab-3', version: '0.1.0', today: '2026-11-20' }));
  await button('Sync');
  await button('Server');
});

test('a session that has ended is said by both, and one that another tab has made', async () => {
  both();
  user = null;
  tell('unauthorized', 'token-expired');
  await button('Not logged in');
  await button('Disabled');
  user = { offline: false };
  tell('success');
  await button('Sync');
  await button('Server');
});

test('without a way to the program both say so', async () => {
  both();
  await button('Server');
  act(() => backend.drop());
  await button('Offline');
  expect(screen.getAllByText('Offline')).toHaveLength(2);
});

test('without a session at the server it is off', async () => {
  act(() => useServer.setState({ user: null }));
  render(<SyncButton />);
  expect((await button('Disabled')).hasAttribute('disabled')).toBe(true);
});

test('a budget that is on no server is local', async () => {
  prefs = { id: 'home' };
  await act(loadPrefs);
  render(<SyncButton />);
  expect(screen.getByText('On this device')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

const CASES: [string | null | undefined, UserData | null | undefined, string][] = [
  [undefined, undefined, 'Loading account...'],
  [null, null, 'No server'],
  ['https://sync.example', null, 'Not logged in'],
  ['https://sync.example', { offline: true }, 'Offline'],
  ['https://sync.example', { offline: false }, 'Server'],
];

test.each(CASES)(
  'with the server %s and the person %o the menu is called %s',
  (url, user, name) => {
    useServer.setState({ url, user });
    render(<ServerMenu />);
    expect(screen.getByRole('button', { name })).toBeTruthy();
  },
);

test('the menu of the server offers a new password and signing out', async () => {
  render(<ServerMenu />);
  await userEvent.click(await button('Server'));
  expect(await screen.findByRole('menuitem', { name: 'Change password' })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
});
