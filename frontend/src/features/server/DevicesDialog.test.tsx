import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { DeviceSession } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import DevicesDialog from './DevicesDialog';
import { deviceName } from './deviceName';

const HOUR = 3_600_000;
let backend: FakeBackend;
let devices: DeviceSession[];

const device = (id: string, more: Partial<DeviceSession> = {}): DeviceSession => ({
  id,
  name: `sobre/0.1.0 (${id}; linux)`,
  madeMs: Date.now() - 50 * HOUR,
  usedMs: Date.now() - 2 * HOUR,
  current: false,
  ...more,
});

beforeEach(() => {
  lists.clear();
  devices = [device('desk', { current: true }), device('phone'), device('old', { name: '' })];
  backend = new FakeBackend()
    .on('subscribe-get-sessions', () => devices)
    .on('subscribe-revoke-session', ({ id }) => {
      devices = devices.filter((other) => other.id !== id);
      return null;
    })
    .on('subscribe-sign-out-others', () => {
      const ended = devices.length - 1;
      devices = devices.filter(({ current }) => current);
      return { ended };
    })
    .install();
});

function show() {
  render(
    <QueryClientProvider client={lists}>
      <DevicesDialog onClose={() => {}} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.textContent?.split('Signed in')[0]?.trim());

test('devices are told apart, and this one cannot be signed out here', async () => {
  show();
  await screen.findByRole('list', { name: 'Devices' });
  expect(names()).toEqual([
    'desk (Sobre 0.1.0)This device',
    'phone (Sobre 0.1.0)',
    'Unknown device',
  ]);
  expect(screen.getAllByText('Signed in 2 days ago, last used 2 hours ago')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Sign out desk (Sobre 0.1.0)' })).toBeNull();
});

test('one device is signed out, then all others', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Sign out phone (Sobre 0.1.0)' }));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(backend.named('subscribe-revoke-session')[0]?.args).toEqual({ id: 'phone' });
  await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
  await waitFor(() => expect(names()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
});

test('a device that could not be signed out stays, with the reason', async () => {
  backend.on('subscribe-revoke-session', () => {
    throw new CallError('network-failure', 'silent');
  });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Sign out phone (Sobre 0.1.0)' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Unable to contact the server');
  expect(names()).toHaveLength(3);
});

test('a server that has one session for all says so', async () => {
  backend.on('subscribe-get-sessions', () => {
    throw new CallError('not-supported', 'This server does not offer that.');
  });
  show();
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot list devices/);
});

test.each([
  ['sobre/0.1.0 (kitchen; linux)', 'kitchen (Sobre 0.1.0)'],
  ['sobre/0.1.0', 'Sobre 0.1.0'],
  ['axios/1.7.2', 'Axios 1.7.2'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['something else', 'something else'],
  ['  ', null],
])('%s is called %s', (told, name) => expect(deviceName(told)).toBe(name));
