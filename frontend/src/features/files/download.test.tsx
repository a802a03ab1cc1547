import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { registerModals } from '@/app/modals';
import type { BudgetFile } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { useServer } from '@/lib/server/server';
import type { FakeBackend } from '@/testing/fakeBackend';
import { backendOfFiles, drawFiles, fileRow } from '@/testing/files';
import { revertToServer } from './download';
import FilesPage from './FilesPage';

let backend: FakeBackend;
let files: BudgetFile[];

const file = (name: string, more: Partial<BudgetFile>): BudgetFile => ({
  id: name,
  name,
  hasKey: false,
  deleted: false,
  state: 'synced',
  cloudFileId: `cloud-${name}`,
  ...more,
});

beforeEach(() => {
  registerModals();
  useServer.setState({ url: null, user: { offline: false }, version: null });
  files = [
    file('Home', {}),
    file('Club', { id: '', state: 'remote', encryptKeyId: 'key-1' }),
    file('Away', { state: 'unknown' }),
    file('Lost', { state: 'broken' }),
    file('Twin', { state: 'detached' }),
    file('Gone', { id: '', state: 'remote', deleted: true }),
  ];
  backend = backendOfFiles('Club')
    .on('get-budgets', () => files)
    .on('get-user-file-info', () => ({
      fileId: 'cloud-Club',
      groupId: 'g',
      name: 'Club',
      deleted: false,
      encryptKeyId: 'key-1',
      hasKey: false,
    }));
});

const show = () => drawFiles(<FilesPage />);

const refused = (code: string, meta?: unknown) => (): never => {
  throw new CallError(code, code, meta);
};

test('every state has its label; what was deleted is not listed, what is broken is last', async () => {
  show();
  await fileRow('Home');
  const rows = screen.getAllByRole('row').map((row) => {
    const state = row.querySelector('[slot=description]')?.firstChild?.nextSibling?.textContent;
    return [row.getAttribute('aria-label'), state];
  });
  expect(rows).toEqual([
    ['Away', 'Network unavailable'],
    ['Club', 'Available for download'],
    ['Home', 'Syncing'],
    ['Twin', 'Syncing'],
    ['Lost', 'Local'],
  ]);
});

test('a budget of the server is downloaded and opened', async () => {
  backend.on('download-budget', () => ({ id: 'club-1' }));
  const user = show();
  await user.click(await fileRow('Club'));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'club-1' }),
  );
  expect(backend.named('download-budget')[0]?.args).toEqual({
    fileId: 'cloud-Club',
    replace: false,
  });
});

test('taking the copy of the server says that it is encrypted where its key was never here', async () => {
  backend.on('download-budget', refused('decrypt-failure', { isMissingKey: true }));
  show();
  await fileRow('Club');
  await act(() => revertToServer('cloud-Club'));
  await screen.findByRole('dialog', { name: 'This file is encrypted' });
});

test('a budget whose copy of the server is not taken stays open', async () => {
  backend.on('close-budget', () => null);
  backend.on('download-budget', refused('decrypt-failure', { isMissingKey: true }));
  useOpenFile.setState({ stage: 'open', id: 'Home' });
  const user = show();
  await act(() => revertToServer('cloud-Home'));
  const dialog = await screen.findByRole('dialog', { name: 'This file is encrypted' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'Home' });
});

test('what the copy of the server takes the place of is said to be kept', async () => {
  clearNotices();
  backend.on('close-budget', () => null);
  backend.on('download-budget', () => ({ id: 'Home' }));
  backend.on('backups-get', () => []);
  useOpenFile.setState({ stage: 'open', id: 'Home' });
  show();
  await act(() => revertToServer('cloud-Home'));
  const [notice] = useNotices.getState().shown;
  expect(notice?.message).toContain('in its backups');
  act(() => notice?.button?.action());
  await screen.findByRole('dialog', { name: 'Load Backup' });
});

test('a missing key is asked for, and the download goes on by itself', async () => {
  backend.on('download-budget', refused('decrypt-failure', { isMissingKey: true }));
  backend.on('key-test', refused('decrypt-failure'));
  const user = show();
  await user.click(await fileRow('Club'));
  const dialog = await screen.findByRole('dialog', { name: 'This file is encrypted' });
  await within(dialog).findByText('Club');
  await user.type(await within(dialog).findByLabelText('Password'), '{Enter}wrong{Enter}');
  await within(dialog).findByText('Unable to decrypt file with this password. Please try again.');
  backend.on('key-test', () => null);
  backend.on('download-budget', () => ({ id: 'club-1' }));
  await user.type(within(dialog).getByLabelText('Password'), '{Enter}');
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'club-1' }),
  );
  expect(backend.named('key-test')).toHaveLength(2);
});

test('a file of the same id is replaced once that was said', async () => {
  backend.on('download-budget', ({ replace }) =>
    replace ? { id: 'club-1' } : refused('file-exists', { id: 'club-1', name: 'Club' })(),
  );
  const user = show();
  await user.click(await fileRow('Club'));
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'club-1' }),
  );
});

test.each([
  ['network', 'Downloading the file failed. Check your network connection.'],
  ['token-expired', 'You are not logged in.'],
])('a download that fails with %s says so', async (code, words) => {
  backend.on('download-budget', refused(code));
  const user = show();
  await user.click(await fileRow('Club'));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(words);
});

async function askDelete(user: ReturnType<typeof show>, name: string) {
  await user.click(await screen.findByRole('button', { name: `Options for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
  return screen.findByRole('alertdialog');
}

test('the copy on the server is deleted only once its name was typed', async () => {
  backend.on('delete-budget', () => null);
  const user = show();
  const dialog = await askDelete(user, 'Home');
  const everywhere = within(dialog).getByRole('button', { name: 'Delete from all devices' });
  expect(everywhere.hasAttribute('disabled')).toBe(true);
  await user.type(within(dialog).getByRole('textbox'), 'Home');
  await user.click(everywhere);
  await waitFor(() => expect(backend.named('delete-budget')).toHaveLength(1));
  expect(backend.named('delete-budget')[0]?.args).toEqual({
    id: 'Home',
    cloudFileId: 'cloud-Home',
  });
});

test('what the server does not have is deleted here alone', async () => {
  backend.on('delete-budget', () => null);
  const user = show();
  const dialog = await askDelete(user, 'Lost');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(backend.named('delete-budget')).toHaveLength(1));
  expect(backend.named('delete-budget')[0]?.args).toEqual({ id: 'Lost' });
});

test('a budget that was deleted from the server is had back from an earlier upload', async () => {
  useServer.setState({ url: 'https://sync.example', user: { offline: false }, version: '26.9.0' });
  const told = { groupId: null, encryptKeyId: null, hasKey: false };
  backend
    .on('get-remote-files', () => [
      { ...told, fileId: 'cloud-Home', name: 'Home', deleted: false },
      { ...told, fileId: 'cloud-Old', name: 'Old', deleted: true },
    ])
    .on('get-uploads', () => [{ id: 'u1', madeMs: 0, bytes: 1000, name: 'Old', current: false }])
    .on('restore-upload', () => null)
    .on('download-budget', () => ({ id: 'old' }));
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Deleted from the server…' }));
  const list = await screen.findByRole('list', { name: 'Deleted from the server' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  await user.click(within(list).getByRole('button', { name: 'Old' }));
  await user.click(await screen.findByRole('button', { name: /^Restore the upload/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'old' }));
  expect(backend.named('restore-upload')[0]?.args).toEqual({
    fileId: 'cloud-Old',
    uploadId: 'u1',
  });
});
