import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { registerModals } from '@/app/modals';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { momentText } from '@/lib/format/ago';
import { openModal } from '@/lib/modals/named';
import type { FakeBackend } from '@/testing/fakeBackend';
import { backendOfFiles, drawFiles } from '@/testing/files';

const NOW = new Date(2026, 10, 20, 9, 5).getTime();
const EARLIER = new Date(2026, 10, 18, 23, 50).getTime();
let backend: FakeBackend;

beforeEach(() => {
  const upload = { bytes: 412_345, name: 'Home' };
  backend = backendOfFiles('Home')
    .on('get-uploads', () => [
      { ...upload, id: 'u2', madeMs: NOW, current: true },
      { ...upload, id: 'u1', madeMs: EARLIER, current: false, name: 'House' },
    ])
    .on('restore-upload', () => null)
    .on('get-budgets', () => [])
    .on('close-budget', () => null)
    .on('download-budget', () => ({ id: 'home' }));
  registerModals();
  useOpenFile.setState({ stage: 'open', id: 'home' });
});

function show() {
  const user = drawFiles();
  act(() => openModal('earlier-uploads', { fileId: 'cloud-1', name: 'Home', hasKey: true }));
  return user;
}

test('uploads stand newest first; the current one cannot be restored', async () => {
  show();
  await screen.findByRole('list', { name: 'Uploads' });
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^2026-11-20 9:05, .*Current413\skB$/);
  expect(rows[1]).toMatch(/^2026-11-18 23:50, .*House\s· 413\skBRestore$/);
  expect(screen.getAllByRole('button', { name: /^Restore the upload/ })).toHaveLength(1);
});

test('restoring asks, then this device takes the budget from the server anew', async () => {
  const user = show();
  const time = momentText(EARLIER, 'yyyy-MM-dd');
  await user.click(await screen.findByRole('button', { name: `Restore the upload of ${time}` }));
  await screen.findByRole('alertdialog', { name: `Restore the upload of ${time}?` });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(backend.named('load-budget')).toHaveLength(1));
  const told = ['restore-upload', 'close-budget', 'download-budget', 'load-budget'];
  expect(backend.calls.map(({ name }) => name).filter((name) => told.includes(name))).toEqual(told);
  expect(backend.named('restore-upload')[0]?.args).toEqual({ fileId: 'cloud-1', uploadId: 'u1' });
  expect(backend.named('download-budget')[0]?.args).toEqual({ fileId: 'cloud-1', replace: true });
  // Opening forgets the lists of the budget before, those of the next test too.
  await waitFor(() => expect(useOpenFile.getState().loadingText).toBeNull());
});

test('what the server refuses leaves the budget open', async () => {
  backend.on('restore-upload', () => {
    throw new CallError('upload-not-found', 'The server does not keep this upload any more.');
  });
  const user = show();
  await user.click(await screen.findByRole('button', { name: /^Restore the upload/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await screen.findByText('The server no longer has this upload.');
  expect(backend.named('close-budget')).toHaveLength(0);
  expect(useOpenFile.getState().stage).toBe('open');
});

test('a server that keeps one upload alone says so', async () => {
  backend.on('get-uploads', () => {
    throw new CallError('not-supported', 'This server does not offer that.');
  });
  show();
  expect((await screen.findByRole('alert')).textContent).toMatch(/keeps only the latest upload/);
});
