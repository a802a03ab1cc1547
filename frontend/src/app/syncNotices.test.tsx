import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncEvent } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { closeAllModals, useModals } from '@/lib/modals/modals';
import { clearNotices, dismissNotice, useNotices } from '@/lib/notices/notices';
import { loadPrefs } from '@/lib/prefs/prefs';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { registerModals } from './modals';
import { NoticeStack } from './NoticeStack';
import { startSyncNotices } from './syncNotices';

let backend: FakeBackend;
let groupId: string;
let stop: () => void;

beforeEach(async () => {
  clearNotices();
  closeAllModals();
  registerModals();
  groupId = 'group-1';
  backend = new FakeBackend()
    .on('load-prefs', () => ({ id: 'home', cloudFileId: 'cloud-1', groupId }))
    .on('sync', () => null)
    .on('sync-repair', () => null)
    .on('sync-reset', () => null)
    .on('upload-budget', () => null)
    .install();
  await loadPrefs();
  stop = startSyncNotices();
});
afterEach(() => stop());

async function tell(type: SyncEvent['type'], subtype?: string, meta?: SyncEvent['meta']) {
  act(() =>
    backend.push('sync-event', {
      type,
      ...(subtype ? { subtype } : {}),
      ...(meta ? { meta } : {}),
      tables: [],
      rows: {},
      revision: 1,
      origin: null,
    }),
  );
  await vi.dynamicImportSettled();
}

function show() {
  render(<NoticeStack />);
  return userEvent.setup();
}

const shown = () =>
  useNotices
    .getState()
    .shown.map(({ title, type, button, sticky }) => [type, title, button?.title, sticky]);

test.each([
  ['out-of-sync', 'warning', 'Your data is out of sync', 'Repair'],
  ['file-old-version', 'warning', 'The product has updated the syncing format', 'Reset sync'],
  ['file-key-mismatch', 'warning', 'Your encryption key needs to be reset', 'Reset key'],
  ['file-not-found', 'warning', 'This file is not a cloud file', 'Register'],
  ['file-needs-upload', 'warning', 'File needs upload', 'Upload'],
  ['file-has-reset', 'warning', 'Syncing has been reset on this cloud file', 'Revert'],
  ['file-has-new-key', 'warning', 'Syncing has been reset on this cloud file', 'Revert'],
  ['encrypt-failure', 'error', 'Encryption failed', 'Reset key'],
  ['decrypt-failure', 'error', 'Encryption failed', 'Reset key'],
  ['invalid-schema', 'warning', 'Update required', undefined],
  ['clock-drift', 'warning', 'A clock is wrong', undefined],
  ['apply-failure', 'error', 'Syncing failed', undefined],
  ['server-moved', 'warning', 'The server has moved', undefined],
  ['broken-answer', 'warning', 'Syncing failed', 'Try again'],
  ['too-large', 'error', 'Syncing failed', undefined],
  ['storage-full', 'error', 'Syncing failed', 'Try again'],
  ['server-storage-full', 'error', 'Syncing failed', 'Try again'],
  ['upload-under-way', 'warning', 'Syncing failed', 'Try again'],
  ['server-data-missing', 'error', 'Syncing failed', 'Try again'],
  ['own-server-off', 'warning', 'Syncing failed', undefined],
  ['something-new', 'error', 'Syncing failed', undefined],
])(
  'the problem %s has its words and its button, and stays',
  async (subtype, type, title, button) => {
    await tell('error', subtype);
    expect(shown()).toEqual([[type, title, button, true]]);
  },
);

test.each(['encrypt-failure', 'decrypt-failure'])(
  '%s without the key asks for it',
  async (subtype) => {
    await tell('error', subtype, { isMissingKey: true });
    expect(shown()).toEqual([['warning', 'Missing encryption key', 'Create key', true]]);
    act(() => useNotices.getState().shown[0]?.button?.action());
    expect(useModals.getState().stack.map(({ name }) => name)).toEqual(['fix-encryption-key']);
  },
);

test.each(['network', 'beta-version'])('%s shows nothing', async (subtype) => {
  await tell('error', subtype);
  expect(shown()).toEqual([]);
});

test('a session that ended is told, with the way to sign in', async () => {
  await tell('unauthorized', 'token-expired');
  expect(shown()).toEqual([['warning', 'Unable to authenticate with the server', 'Sign in', true]]);
});

test('a repair syncs again; when that does not help, sync can be reset', async () => {
  const user = show();
  await tell('error', 'out-of-sync');
  await user.click(screen.getByRole('button', { name: 'Repair' }));
  await act(() => settle());
  expect(backend.calls.map(({ name }) => name).slice(-2)).toEqual(['sync-repair', 'sync']);
  await tell('error', 'out-of-sync');
  expect(screen.getByText('Your data is still out of sync')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset sync' }));
  await act(() => settle());
  expect(backend.named('sync-reset')).toHaveLength(1);
  await tell('success');
  expect(shown()).toEqual([['message', undefined, undefined, undefined]]);
  expect(screen.getByText('Syncing is fixed.')).toBeTruthy();
});

test('a later success takes the problem away without words', async () => {
  await tell('error', 'file-needs-upload');
  await tell('success');
  expect(shown()).toEqual([]);
});

test('a wrong clock is told beside a sync that succeeds, until it is right', async () => {
  const clock = ['warning', 'A clock is wrong', undefined, true];
  await tell('error', 'clock-drift', { offsetMs: 7_200_000 });
  await tell('success', undefined, { offsetMs: 7_200_000 });
  expect(shown()).toEqual([clock]);
  expect(useNotices.getState().shown[0]?.message).toContain('2 hours behind');
  await tell('error', 'file-needs-upload');
  expect(shown()).toHaveLength(2);
  await tell('success', undefined, { offsetMs: 7_200_000 });
  expect(shown()).toEqual([clock]);
  await tell('success');
  expect(shown()).toEqual([]);
});

test('a tab that comes later is told of a wrong clock, and once is enough', async () => {
  await tell('success', undefined, { offsetMs: -600_000 });
  expect(shown()).toHaveLength(1);
  act(() => dismissNotice('sync-clock'));
  await tell('success', undefined, { offsetMs: -600_000 });
  // Measured again it is never quite the same.
  await tell('success', undefined, { offsetMs: -600_350 });
  expect(shown()).toEqual([]);
  await tell('success', undefined, { offsetMs: -7_200_000 });
  expect(shown()).toHaveLength(1);
});

test('a clock that is only a little wrong is no matter, until the server minds', async () => {
  await tell('success', undefined, { offsetMs: 12_000 });
  await tell('success', undefined, { offsetMs: -150_000 });
  expect(shown()).toEqual([]);
  await tell('error', 'clock-drift', { offsetMs: 120_000 });
  expect(shown()).toHaveLength(1);
});

test('a problem takes the place of the one before', async () => {
  await tell('error', 'file-needs-upload');
  await tell('error', 'invalid-schema');
  expect(shown()).toHaveLength(1);
});

test('a file that lost its generation is uploaded as the first of a new one', async () => {
  const user = show();
  await tell('error', 'file-needs-upload');
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await act(() => settle());
  expect(backend.named('sync-reset')).toHaveLength(1);
  expect(backend.named('upload-budget')).toHaveLength(0);
});

test('what a button does and fails at is told', async () => {
  backend.on('upload-budget', () => {
    throw new CallError('network', 'silent');
  });
  const user = show();
  await tell('error', 'file-not-found');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Uploading the file failed. Check your network connection.');
});

test('an old format leads to a new key by the link in its words', async () => {
  const user = show();
  await tell('error', 'file-old-version');
  await user.click(screen.getByRole('button', { name: 'reset its encryption' }));
  expect(useModals.getState().stack.map(({ name }) => name)).toEqual(['create-encryption-key']);
});

test('a backup that was loaded is kept by resetting sync, not only given up', async () => {
  groupId = '';
  await loadPrefs();
  const user = show();
  await tell('error', 'file-has-reset');
  expect(shown()).toEqual([
    ['warning', 'Syncing has been reset on this cloud file', 'Revert', true],
  ]);
  await user.click(screen.getByRole('button', { name: 'Reset sync' }));
  await act(() => settle());
  expect(backend.named('sync-reset')).toHaveLength(1);
});

test.each([
  ['file-has-new-key', 'fix-encryption-key'],
  ['encrypt-failure', 'create-encryption-key'],
])('an upload that fails with %s opens %s', async (code, modal) => {
  backend.on('upload-budget', () => {
    throw new CallError(code, code);
  });
  const user = show();
  await tell('error', 'file-not-found');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await act(() => settle());
  expect(useModals.getState().stack.map(({ name }) => name)).toEqual([modal]);
});
