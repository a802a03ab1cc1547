import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncEvent } from '@/generated/contract';
import { FakeBackend } from '@/testing/fakeBackend';
import { startServer, useServer } from './server';

let backend: FakeBackend;
let stop: () => void;

beforeEach(async () => {
  useServer.setState({ url: undefined, user: undefined, version: null });
  backend = new FakeBackend()
    .on('get-server-url', () => 'https://sync.example')
    .on('get-server-version', () => ({ version: '26.9.0' }))
    .on('subscribe-get-user', () => ({ offline: false }))
    .install();
  stop = startServer();
  await vi.waitFor(() => expect(useServer.getState().version).toBe('26.9.0'));
});
afterEach(() => stop());

const tell = (type: SyncEvent['type'], subtype?: string) =>
  backend.push('sync-event', {
    type,
    ...(subtype ? { subtype } : {}),
    tables: [],
    rows: {},
    revision: 1,
    origin: null,
  });

test('a sync that reaches nobody says offline, and the next that succeeds takes it back', async () => {
  tell('error', 'network');
  expect(useServer.getState().user).toEqual({ offline: true });
  tell('success');
  await vi.waitFor(() => expect(useServer.getState().user).toEqual({ offline: false }));
});

test('another fault of a sync says nothing about the connection', () => {
  tell('error', 'out-of-sync');
  expect(useServer.getState().user).toEqual({ offline: false });
});
