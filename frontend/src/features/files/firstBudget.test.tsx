import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { BudgetFile, RemoteBudgetFile } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { useServer } from '@/lib/server/server';
import { type FakeBackend, settle } from '@/testing/fakeBackend';
import { backendOfFiles, drawFiles, fileRow } from '@/testing/files';
import FilesPage from './FilesPage';
import { forgetLooks } from './useFirstBudget';

let backend: FakeBackend;
let files: BudgetFile[];
let remote: RemoteBudgetFile[];

beforeEach(() => {
  clearNotices();
  forgetLooks();
  useServer.setState({ url: 'https://sync.example', user: { offline: false }, version: '26.9.0' });
  files = [];
  remote = [];
  backend = backendOfFiles('My Finances')
    .on('get-budgets', () => files)
    .on('get-remote-files', () => remote)
    .on('create-budget', () => ({ id: 'first' }))
    .on('create-demo-budget', () => ({ id: 'demo' }))
    .on('upload-budget', () => null);
});

const show = () => drawFiles(<FilesPage />);

const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome to Sobre' });

test('a server without budgets gets the first one by itself, and has it at once', async () => {
  show();
  expect(await screen.findByText('Creating your first budget')).toBeTruthy();
  await waitFor(() => expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'first' }));
  await waitFor(() => expect(backend.named('upload-budget')).toHaveLength(1));
  expect(backend.named('create-budget')).toHaveLength(1);
});

test.each([
  [
    'the server cannot list them',
    () => {
      backend.on('get-remote-files', () => {
        throw new CallError('network', 'silent');
      });
    },
  ],
  [
    'the server has some after all',
    () => {
      remote = [
        { fileId: 'f', groupId: 'g', name: 'N', deleted: false, encryptKeyId: null, hasKey: false },
      ];
    },
  ],
  ['nobody can be asked', () => useServer.setState({ user: { offline: true } })],
  ['no server is used', () => useServer.setState({ url: null })],
])('no budget is made where %s', async (_, arrange) => {
  arrange();
  show();
  await welcome();
  await settle();
  expect(backend.named('create-budget')).toHaveLength(0);
});

test('who has deleted the last budget is not given another one', async () => {
  files = [{ id: 'a', name: 'A', hasKey: false, deleted: false, state: 'local' }];
  show();
  await fileRow('A');
  files = [];
  await lists.invalidateQueries();
  await welcome();
  await settle();
  expect(backend.named('create-budget')).toHaveLength(0);
});

test('a new budget that could not be sent says so and can be sent again', async () => {
  files = [{ id: 'a', name: 'A', hasKey: false, deleted: false, state: 'local' }];
  backend.on('upload-budget', () => {
    throw new CallError('network', 'silent');
  });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Create new file' }));
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  await waitFor(() => expect(useNotices.getState().shown).toHaveLength(1));
  expect(useNotices.getState().shown[0]).toMatchObject({
    title: 'This budget is not on the server yet',
    message: 'Uploading the file failed. Check your network connection.',
    sticky: true,
  });
  backend.on('upload-budget', () => null);
  useNotices.getState().shown[0]?.button?.action();
  await waitFor(() => expect(backend.named('upload-budget')).toHaveLength(2));
  expect(useNotices.getState().shown).toEqual([]);
});

test('a demo stays on this device', async () => {
  files = [{ id: 'a', name: 'A', hasKey: false, deleted: false, state: 'local' }];
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Try Demo' }));
  await waitFor(() => expect(useOpenFile.getState().id).toBe('demo'));
  await settle();
  expect(backend.named('upload-budget')).toHaveLength(0);
});
