import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import { CallError } from '@/lib/connection/callError';
import { useBrowserSession } from '@/lib/connection/session';
import { useOpenFile } from '@/lib/files/openFile';
import { clearPrefs, loadPrefs, startPrefs } from '@/lib/prefs/prefs';
import { useServer } from '@/lib/server/server';
import { FakeBackend } from '@/testing/fakeBackend';
import SettingsPage from './SettingsPage';

let backend: FakeBackend;
let prefs: Record<string, unknown>;

beforeEach(async () => {
  clearPrefs();
  prefs = { id: 'Household-1a2b3c4', budgetName: 'Household', groupId: 'group-1' };
  backend = new FakeBackend()
    .on('load-prefs', () => prefs)
    .on('load-global-prefs', () => ({}))
    .on('save-prefs', (changes) => {
      Object.assign(prefs, changes);
      return null;
    })
    .on('reset-budget-cache', () => null)
    .install();
  useOpenFile.setState({ stage: 'open', id: 'Household-1a2b3c4' });
  await loadPrefs();
});

function show(address = '/settings', onCloseBudget = async () => {}) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SettingsPage onCloseBudget={onCloseBudget} onServer={() => {}} />
      <ModalStack />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

const formatting = () => screen.getByRole('region', { name: 'Formatting' });

async function choose(user: ReturnType<typeof userEvent.setup>, field: RegExp, option: string) {
  await user.click(within(formatting()).getByRole('button', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('every date format is offered; the one chosen is saved and shown at once', async () => {
  const user = show();
  expect(within(formatting()).getByText('11/20/2026')).toBeTruthy();
  await user.click(within(formatting()).getByRole('button', { name: /Date format/ }));
  const offered = await screen.findAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'MM/DD/YYYY',
    'DD/MM/YYYY',
    'YYYY-MM-DD',
    'MM.DD.YYYY',
    'DD.MM.YYYY',
  ]);
  await user.click(screen.getByRole('option', { name: 'DD/MM/YYYY' }));
  expect(within(formatting()).getByText('20/11/2026')).toBeTruthy();
  expect(backend.named('save-prefs')[0]?.args).toEqual({ dateFormat: 'dd/MM/yyyy' });
  expect(await within(formatting()).findByText('Saved')).toBeTruthy();
});

test('number formats are named by what they look like', async () => {
  const user = show();
  await choose(user, /Number format/, '1.000,33');
  expect(within(formatting()).getByText('2.483,16')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Hide decimal places' }));
  expect(within(formatting()).getByText('2.483')).toBeTruthy();
  expect(backend.named('save-prefs').map(({ args }) => args)).toEqual([
    { numberFormat: 'dot-comma' },
    { hideFraction: true },
  ]);
});

test('what cannot be saved returns to what it was and says why', async () => {
  backend.on('save-prefs', () => {
    throw new CallError('storage-full', 'from the backend', { reason: 'full' });
  });
  const user = show();
  await user.click(screen.getByRole('switch', { name: 'Hide decimal places' }));
  const problem = await within(formatting()).findByRole('alert');
  expect(problem.textContent).toBe('The disk is full. Make room on it and try again.');
  expect(within(formatting()).getByText('2,483.16')).toBeTruthy();
});

test('a format chosen elsewhere is shown here', async () => {
  const stop = startPrefs();
  show();
  prefs.dateFormat = 'dd.MM.yyyy';
  act(() => backend.push('prefs-updated', {}));
  expect(await within(formatting()).findByText('20.11.2026')).toBeTruthy();
  stop();
});

test('a format of a later version is read as the default', async () => {
  prefs = { ...prefs, dateFormat: 'yyyy/MMM/dd', numberFormat: 'swiss' };
  await loadPrefs();
  show();
  expect(within(formatting()).getByText('11/20/2026')).toBeTruthy();
  expect(within(formatting()).getByText('2,483.16')).toBeTruthy();
});

test('advanced settings are folded until they are asked for', async () => {
  const user = show();
  const fold = screen.getByRole('button', { name: 'Advanced settings' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Household-1a2b3c4')).toBeNull();
  await user.click(fold);
  expect(screen.getByText('Household-1a2b3c4')).toBeTruthy();
  expect(screen.getByText('group-1')).toBeTruthy();
});

test('the address #advanced unfolds them; an ID is copied', async () => {
  const user = show('/settings#advanced');
  await user.click(screen.getByRole('button', { name: 'Copy Budget ID' }));
  expect(await navigator.clipboard.readText()).toBe('Household-1a2b3c4');
});

test('the cache is reset and the outcome is told', async () => {
  const user = show('/settings#advanced');
  await user.click(screen.getByRole('button', { name: 'Reset budget cache' }));
  expect(await screen.findByText('Every number was recalculated.')).toBeTruthy();
  expect(backend.named('reset-budget-cache')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Repair splits...' }).getAttribute('href')).toBe(
    '/tools/fix-splits',
  );
});

test('an export that fails says why', async () => {
  const body = '{"error":{"code":"no-budget-open","message":"No budget is open."}}';
  vi.stubGlobal('fetch', async () => new Response(body, { status: 409 }));
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Export data' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No budget is open.');
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await user.click(screen.getByRole('button', { name: 'Export data' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Unable to contact the server'),
  );
  vi.unstubAllGlobals();
});

test('without a server nothing is encrypted or reset, and it says why', async () => {
  useServer.setState({ url: null, user: null });
  show('/settings#advanced');
  const off = (name: string) => screen.getByRole('button', { name }).hasAttribute('disabled');
  expect(off('Enable encryption…')).toBe(true);
  expect(off('Reset sync')).toBe(true);
  expect(screen.getByText(/^Encryption needs a sync server/)).toBeTruthy();
});

test('sync is reset at the server; a failure has its exact text', async () => {
  useServer.setState({ url: 'https://sync.example', user: { offline: false } });
  prefs = { ...prefs, cloudFileId: 'cloud-1' };
  await loadPrefs();
  backend.on('sync-reset', () => {
    throw new CallError('file-has-reset', 'reset');
  });
  const user = show('/settings#advanced');
  const reset = async () => {
    await user.click(screen.getByRole('button', { name: 'Reset sync' }));
    const question = await screen.findByRole('alertdialog', { name: 'Reset sync?' });
    expect(document.activeElement?.textContent).toBe('Cancel');
    await user.click(within(question).getByRole('button', { name: 'Reset sync' }));
  };
  await reset();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong while resetting your file. Please try again.',
  );
  backend.on('sync-reset', () => null);
  await reset();
  expect(await screen.findByText('Sync was reset and this budget uploaded.')).toBeTruthy();
});

test('a budget leaves the server and comes back, and each says that it has', async () => {
  useServer.setState({ url: 'https://sync.example', user: { offline: false }, version: '26.9.0' });
  prefs.cloudFileId = 'cloud-1';
  await act(() => loadPrefs());
  backend.on('unregister', () => {
    delete prefs.cloudFileId;
    return null;
  });
  backend.on('upload-budget', () => {
    prefs.cloudFileId = 'cloud-2';
    return null;
  });
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Stop syncing' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Stop syncing' }));
  await screen.findByText('This budget is local now.');
  const again = screen.getByRole('button', { name: 'Sync this budget' });
  await waitFor(() => expect(document.activeElement).toBe(again));
  await user.click(again);
  await screen.findByText('The budget is on the server now.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stop syncing' }));
});

test('on a small screen the budget is named and closed here', async () => {
  const close = vi.fn(async () => {});
  const user = show('/settings', close);
  const budget = screen.getByRole('region', { name: 'Budget' });
  expect(within(budget).getByText('Household')).toBeTruthy();
  await user.click(within(budget).getByRole('button', { name: 'Switch budget' }));
  expect(close).toHaveBeenCalledOnce();
});

test('the choice of a mode is taken away, unless report mode is in use', async () => {
  const user = show('/settings#advanced');
  const choice = () => screen.getByRole('switch', { name: 'Tracking budget' });
  expect(choice()).toHaveProperty('checked', true);
  await user.click(choice());
  expect(backend.named('save-prefs')[0]?.args).toEqual({ 'flags.reportBudget': false });
  prefs = { ...prefs, budgetType: 'report' };
  await act(() => loadPrefs());
  expect(choice()).toHaveProperty('disabled', true);
  expect(choice()).toHaveProperty('checked', true);
  expect(screen.getByText(/^Switch to an envelope budget/)).toBeTruthy();
});

test('signing out everywhere is asked about first and says when it is done', async () => {
  const fetched = vi.fn(async () => new Response('{"result":{"staysIn":true}}'));
  vi.stubGlobal('fetch', fetched);
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
  expect(within(dialog).getByText(/This browser stays signed in\./)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(fetched).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const again = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
  await user.click(within(again).getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText('Everyone else is signed out.')).toBeTruthy();
  expect(fetched).toHaveBeenCalledWith('/api/sign-out-everywhere', { method: 'POST' });
  vi.unstubAllGlobals();
});

test('a browser that signed in by password is told that it leaves too', async () => {
  useBrowserSession.setState({ byPassword: true });
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
  expect(within(dialog).getByText(/including this one\./)).toBeTruthy();
  useBrowserSession.setState({ byPassword: false });
});
