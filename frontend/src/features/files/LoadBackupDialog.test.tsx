import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import type { Backup } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { closeAllModals, pushModal } from '@/lib/modals/modals';
import { clearPrefs, loadPrefs } from '@/lib/prefs/prefs';
import { FakeBackend } from '@/testing/fakeBackend';
import { byDay, relativeText } from './backups';
import LoadBackupDialog from './LoadBackupDialog';

let backend: FakeBackend;
let backups: Backup[];

beforeEach(async () => {
  lists.clear();
  closeAllModals();
  useOpenFile.setState({ stage: 'open', id: 'home', loadingText: null });
  backups = [
    { id: 'c.zip', date: '2026-11-20 9:05' },
    { id: 'b.zip', date: '2026-11-20 8:50' },
    { id: 'a.zip', date: '2026-11-19 23:59' },
  ];
  backend = new FakeBackend().install();
  backend.on('backups-get', () => backups);
  backend.on('backup-load', () => null);
  backend.on('close-budget', () => null);
  backend.on('load-budget', ({ id }) => ({ id, revision: 1, session: 'tab-1' }));
  backend.on('load-prefs', () => ({ id: 'home', budgetName: 'Home' }));
  backend.on('load-global-prefs', () => ({}));
  await loadPrefs();
});

function show() {
  render(
    <QueryClientProvider client={lists}>
      <ModalStack />
    </QueryClientProvider>,
  );
  act(() => pushModal('load-backup', (close) => <LoadBackupDialog id="home" onClose={close} />));
  return userEvent.setup();
}

const row = (time: string) => screen.findByRole('button', { name: new RegExp(`^${time}, `) });

test('backups stand under their days, newest first', async () => {
  show();
  await row('9:05');
  expect(days()).toEqual(['11/20/2026', '11/19/2026']);
  expect(byDay(backups).map((day) => day.backups.length)).toEqual([2, 1]);
});

const days = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.trim());

test('where no budget is open, days are written as in the one that was open last', async () => {
  backend.on('load-prefs', () => ({ id: 'home', dateFormat: 'dd.MM.yyyy' }));
  await loadPrefs();
  clearPrefs();
  show();
  await row('9:05');
  expect(days()).toEqual(['20.11.2026', '19.11.2026']);
});

test('where none was ever open, days are written in the way of the list of budgets', async () => {
  clearPrefs();
  localStorage.clear();
  show();
  await row('9:05');
  expect(days()).toEqual(['2026-11-20', '2026-11-19']);
});

test('backups of one minute are told apart by their seconds', async () => {
  backups = [
    { id: '2026-11-20_09-05-41.zip', date: '2026-11-20 9:05' },
    { id: '2026-11-20_09-05-07.zip', date: '2026-11-20 9:05' },
    { id: '2026-11-20_08-50-00.zip', date: '2026-11-20 8:50' },
  ];
  const user = show();
  await row('9:05:41');
  await row('8:50');
  await user.click(await row('9:05:07'));
  await screen.findByRole('alertdialog', { name: 'Load the backup of 11/20/2026 9:05:07?' });
});

test('how long ago a backup was made is said in words', () => {
  const now = new Date(2026, 10, 20, 9, 10);
  expect(relativeText('2026-11-20 9:05', now)).toBe('5 minutes ago');
  expect(relativeText('2026-11-20 9:10', now)).toBe('this minute');
  expect(relativeText('2026-11-20 7:10', now)).toBe('2 hours ago');
  expect(relativeText('2026-11-19 9:10', now)).toBe('yesterday');
});

test('a backup is loaded after one question that names its time', async () => {
  const user = show();
  await user.click(await row('8:50'));
  const question = await screen.findByRole('alertdialog', {
    name: 'Load the backup of 11/20/2026 8:50?',
  });
  expect(document.activeElement?.textContent).toBe('Cancel');
  expect(backend.named('backup-load')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Load' }));
  await waitFor(() => expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'home' }));
  await waitFor(() => expect(question.isConnected).toBe(false));
  const order = backend.calls.map(({ name }) => name).filter((name) => /budget|backup-/.test(name));
  expect(order).toEqual(['close-budget', 'backup-load', 'load-budget']);
  expect(backend.named('backup-load')[0]?.args).toEqual({ id: 'home', backupId: 'b.zip' });
});

test('a backup that cannot be loaded leaves the budget open and says why', async () => {
  backend.on('backup-load', () => {
    throw new CallError('invalid-db-file');
  });
  const user = show();
  await user.click(await row('8:50'));
  await user.click(await screen.findByRole('button', { name: 'Load' }));
  const alert = await screen.findByRole('alertdialog', { name: 'The backup was not loaded' });
  expect(alert.textContent).toContain("Sobre cannot read the budget's database.");
  expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'home' });
});

test('while a backup is shown, the original is one click away', async () => {
  backups = [{ id: 'db.latest.sqlite', date: null, isLatest: true }, ...backups];
  const user = show();
  await screen.findByText('You are working from a backup');
  await user.click(screen.getByRole('button', { name: 'Revert to original' }));
  await waitFor(() => expect(backend.named('backup-load')).toHaveLength(1));
  expect(backend.named('backup-load')[0]?.args).toEqual({
    id: 'home',
    backupId: 'db.latest.sqlite',
  });
});

test('a new list replaces the old one and the focused row keeps the focus', async () => {
  show();
  (await row('8:50')).focus();
  const news = [{ id: 'd.zip', date: '2026-11-20 9:20' }, ...backups];
  act(() => backend.push('backups-updated', { id: 'home', backups: news }));
  await row('9:20');
  expect(document.activeElement).toBe(await row('8:50'));
});

test('a backup is made now', async () => {
  backups = [];
  backend.on('backup-make', () => {
    backups = [{ id: 'now.zip', date: '2026-11-20 9:30' }];
    return null;
  });
  const user = show();
  await screen.findByText('There are no backups of this budget yet.');
  await user.click(screen.getByRole('button', { name: 'Back up now' }));
  await row('9:30');
});
