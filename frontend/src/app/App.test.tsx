import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { step } from '@/lib/history/steps';
import { registerShortcuts } from '@/lib/keys/keys';
import { lists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { clearNotices } from '@/lib/notices/notices';
import { loadServer, useServer } from '@/lib/server/server';
import { cells } from '@/lib/sheet/sheet';
import { account } from '@/testing/accounts';
import { budgetCells } from '@/testing/budgetCells';
import { FakeBackend } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import { App } from './App';
import { router } from './router';
import { startApp } from './start';

vi.mock('@/features/budget/BudgetPage', () => ({
  default: () => <h1 tabIndex={-1}>Budget</h1>,
}));

let backend: FakeBackend;
let prefs: Record<string, unknown>;
let seenTutorial: boolean;

beforeEach(() => {
  // A desktop window: every "min-width" holds.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  sessionStorage.clear();
  localStorage.clear();
  lists.clear();
  cells.clear();
  closeAllModals();
  clearNotices();
  useOpenFile.setState({ stage: 'starting', id: null, loadingText: null });
  useServer.setState({ url: undefined, user: undefined, version: null });
  seenTutorial = true;
  prefs = { id: 'home', budgetName: 'Household', 'ui.showClosedAccounts': false };
  backend = new FakeBackend()
    .on('get-budgets', () => [])
    .on('get-server-url', () => null)
    .on('get-last-opened-backup', () => null)
    .on('get-upgrade-notifications', () => [])
    .on('subscribe-get-user', () => ({ offline: false }))
    .on('load-budget', ({ id }) => ({ id, revision: 1, session: 'tab-1' }))
    .on('close-budget', () => null)
    .on('load-prefs', () => prefs)
    .on('load-global-prefs', () => ({ seenTutorial }))
    .on('save-prefs', () => null)
    .on('getCell', ({ name }) => ({ name, value: name === 'balance-visa' ? -48713 : 12000 }))
    .on('get-categories', () => {
      const food = { id: 'food', name: 'Groceries', cat_group: 'usual' };
      const shown = { is_income: false, hidden: false, sort_order: 1 };
      const hidden = { ...food, ...shown, id: 'old', name: 'Grown old', hidden: true };
      const categories = [{ ...food, ...shown }, hidden];
      return { grouped: [{ id: 'usual', name: 'Usual', ...shown, categories }], list: categories };
    })
    .on('get-budget-cells', ({ months }) =>
      budgetCells(months, new Map([['budget202611!leftover-food', 4200]])),
    )
    .on('accounts-get', () => [
      account('checking', { sort_order: 2 }),
      account('visa', { sort_order: 1 }),
      account('pension', { offbudget: true }),
      account('old', { closed: true }),
    ])
    .install();
});

function show() {
  startApp();
  // The backend greeted before anybody listened.
  void loadServer();
  render(<App />);
  return userEvent.setup();
}

async function showBudget() {
  sessionStorage.setItem('sobre.open', 'home');
  const user = show();
  await screen.findByRole('heading', { level: 1, name: 'Budget' });
  return user;
}

test('without a budget the manager is shown and named in the title', async () => {
  show();
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Sobre' });
  await waitFor(() => expect(document.title).toBe('Budgets · Sobre'));
});

test('the first run opens at Welcome and offers a server below', async () => {
  let user: { offline: boolean } | null = null;
  backend
    .on('subscribe-get-user', () => user)
    .on('set-server-url', () => {
      user = { offline: false };
      return null;
    });
  const hand = show();
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Sobre' });
  expect(backend.named('set-server-url')[0]?.args).toEqual({ url: null });
  await hand.click(screen.getByRole('link', { name: 'Sync across devices: connect a server' }));
  await screen.findByRole('heading', { level: 1, name: 'Connect a server' });
  await hand.click(screen.getByRole('button', { name: "Don't use a server" }));
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Sobre' });
});

test('who is signed in has the menu of the server below the files too', async () => {
  backend
    .on('get-server-url', () => 'https://sync.example')
    .on('get-server-version', () => ({ version: '26.9.0' }))
    .on('subscribe-get-sessions', () => []);
  const hand = show();
  await hand.click(await screen.findByRole('button', { name: 'Server' }));
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['Change password', 'Signed-in devices…', 'Sign out']);
  await hand.click(screen.getByRole('menuitem', { name: 'Signed-in devices…' }));
  await screen.findByRole('dialog', { name: 'Signed-in devices' });
});

test('the budget of this tab opens again, with its name in the title', async () => {
  await showBudget();
  await waitFor(() => expect(document.title).toBe('Budget · Household · Sobre'));
  expect(location.pathname).toBe('/budget');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

test('a new tab opens the budget used last on this device, unless this tab closed it', async () => {
  localStorage.setItem('sobre.lastOpened', 'home');
  const user = show();
  await screen.findByRole('heading', { level: 1, name: 'Budget' });
  await user.keyboard('{Control>}o{/Control}');
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Sobre' });
  expect(sessionStorage.getItem('sobre.open')).toBe('');
  expect(localStorage.getItem('sobre.lastOpened')).toBe('home');
});

test('a remembered budget that is gone leads to the manager and is told', async () => {
  backend.on('load-budget', () => {
    throw new CallError('budget-not-found', 'gone');
  });
  sessionStorage.setItem('sobre.open', 'home');
  show();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Budget file could not be found.');
  expect(useOpenFile.getState().stage).toBe('closed');
});

test('accounts stand in their groups with live balances', async () => {
  await showBudget();
  const group = await screen.findByRole('list', { name: 'Budget accounts' });
  await within(group).findByRole('link', { name: 'visa, balance -487.13' });
  const names = within(group)
    .getAllByRole('listitem')
    .map((item) => item.dataset.account);
  expect(names).toEqual(['visa', 'checking']);
  act(() =>
    backend.push('cells-changed', {
      revision: 2,
      origin: null,
      cells: [['__global!balance-visa', 0]],
    }),
  );
  expect(within(group).getByRole('link', { name: 'visa, balance 0.00' })).toBeTruthy();
});

test('closed accounts are behind a disclosure that is remembered', async () => {
  const user = await showBudget();
  const toggle = await screen.findByRole('button', { name: 'Closed accounts' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  await screen.findByRole('list', { name: 'Closed accounts' });
  expect(backend.named('save-prefs')[0]?.args).toEqual({ 'ui.showClosedAccounts': true });
});

test('renaming saves the name, a blank one and Escape change nothing', async () => {
  const user = await showBudget();
  const rename = async (keys: string) => {
    await user.click(await screen.findByRole('button', { name: /Household|Home/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename Budget' }));
    const field = await screen.findByRole('textbox', { name: 'Budget name' });
    // The menu gives the focus back first.
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard(keys);
  };
  await rename('   {Enter}');
  await rename('Other{Escape}');
  expect(backend.named('save-prefs')).toHaveLength(0);
  await rename('Home{Enter}');
  expect(backend.named('save-prefs')[0]?.args).toEqual({ budgetName: 'Home' });
  expect(await screen.findByRole('button', { name: 'Home' })).toBeTruthy();
});

test('a budget that the backend closes leads to the manager with the reason', async () => {
  await showBudget();
  act(() => backend.push('budget-closed', { id: 'home', message: 'It was deleted elsewhere.' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'The budget was closed' });
  expect(dialog.textContent).toContain('It was deleted elsewhere.');
  expect(location.pathname).toBe('/');
});

test('a lost connection shows at once in the titlebar and after two seconds as a strip', async () => {
  await showBudget();
  backend.reachable = false;
  act(() => backend.drop());
  expect(screen.getByText('Offline')).toBeTruthy();
  expect(screen.queryByText('Connection lost, retrying…')).toBeNull();
  await screen.findByText('Connection lost, retrying…');
  backend.on('resume-budget', () => ({ caughtUp: true, revision: 1 }));
  backend.reachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry now' }));
  await waitFor(() => expect(screen.queryByText('Connection lost, retrying…')).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
});

test('undo and redo in the titlebar are named after the step and off without one', async () => {
  const BUDGETED = step('budgeted', { amount: 5000, category: 'Food', month: '2026-11' });
  await showBudget();
  const off = await screen.findByRole('button', { name: 'Undo' });
  expect(off.hasAttribute('disabled')).toBe(true);
  act(() =>
    backend.push('history', {
      undo: { number: 1, name: BUDGETED, session: 'tab-1' },
      redo: null,
    }),
  );
  const on = screen.getByRole('button', { name: 'Undo Budgeted 50.00 to Food in November 2026' });
  expect(on.hasAttribute('disabled')).toBe(false);
});

test('an address without a page leads to the budget and says so', async () => {
  await showBudget();
  await act(() => router.navigate('/nowhere'));
  await waitFor(() => expect(location.pathname).toBe('/budget'));
  expect(lastNotice()).toBe('There is no page at /nowhere. This is your budget.');
});

test('the palette goes to what is named and runs it', async () => {
  const user = await showBudget();
  const ask = async (text: string) => {
    await user.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Command palette' });
    if (text) await user.keyboard(text);
    return palette;
  };
  const palette = await ask('vis');
  const found = within(palette).getAllByRole('option');
  expect(found.map(({ textContent }) => textContent)).toEqual([
    'visa-487.13',
    'Search transactions for vis',
  ]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/accounts/visa'));
  await ask('all short');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('{Escape}');
  const again = within(await ask('')).getAllByRole('option');
  expect(again.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
    'Show all shortcuts?',
    'visa-487.13',
  ]);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const latest = within(await ask('')).getAllByRole('option');
  expect(latest.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
    'visa-487.13',
    'Show all shortcuts?',
  ]);
  await user.keyboard('no such thing');
  await screen.findByRole('option', { name: 'Search transactions for no such thing' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gb');
  await waitFor(() => expect(location.pathname).toBe('/budget'));
});

test('the palette leads to the amount of a category and shows its balance', async () => {
  const user = await showBudget();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  await user.keyboard('gro');
  await waitFor(() => {
    const found = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(found).toEqual(['Groceries42.00', 'Search transactions for gro']);
  });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(history.state.usr).toEqual({ focusCategory: 'food' }));
  expect(location.pathname).toBe('/budget');
});

test('the shortcut list has every scope', async () => {
  const user = await showBudget();
  const stop = registerShortcuts(
    (['manager', 'budget', 'register', 'coming', 'screen', 'grid'] as const).map((scope) => ({
      id: scope,
      scope,
      keys: ['T'],
      label: `of ${scope}`,
      run: () => {},
    })),
  );
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(screen.getAllByText(/^of /)).toHaveLength(6);
  stop();
});

test('the shortcut list opens with a question mark and can be searched', async () => {
  const user = await showBudget();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('redo');
  await waitFor(() => expect(within(dialog).getAllByRole('term')).toHaveLength(1));
});

describe('a floating sidebar', () => {
  beforeEach(() => {
    backend.on('load-global-prefs', () => ({ floatingSidebar: true }));
    backend.on('save-global-prefs', () => null);
  });
  const pin = () => screen.queryByRole('button', { name: 'Pin sidebar' });
  const rail = () => screen.getByRole('button', { name: 'Open sidebar' });

  test('opens when the pointer rests on it, without taking the focus', async () => {
    const user = await showBudget();
    await user.hover(rail());
    await waitFor(() => expect(pin()).not.toBeNull());
    // The screen below may still take the focus when its data comes; the sidebar never does.
    expect(document.activeElement?.closest('[data-region="sidebar"]') ?? null).toBeNull();
    await user.keyboard('{Escape}');
    expect(pin()).toBeNull();
  });

  test('opens for the keyboard at once and gives the focus back with Escape', async () => {
    const user = await showBudget();
    act(() => rail().focus());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Household' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(rail()));
    expect(pin()).toBeNull();
  });

  test('does not open over a link that is pressed', async () => {
    const user = await showBudget();
    const payees = screen.getByRole('link', { name: 'Payees' });
    await user.pointer({ keys: '[MouseLeft>]', target: payees });
    expect(document.activeElement).toBe(payees);
    expect(pin()).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: payees });
    await waitFor(() => expect(location.pathname).toBe('/payees'));
    await user.click(screen.getByRole('link', { name: 'Budget' }));
    await screen.findByRole('heading', { name: 'Budget' });
  });

  test('stays open when it is pinned', async () => {
    const user = await showBudget();
    act(() => rail().focus());
    await user.click(pin() as HTMLElement);
    const unpin = await screen.findByRole('button', { name: 'Hide sidebar' });
    await waitFor(() => expect(document.activeElement).toBe(unpin));
    expect(backend.named('save-global-prefs')[0]?.args).toEqual({ floatingSidebar: false });
  });
});

describe('at the start', () => {
  test('a budget of a later version offers its backups', async () => {
    backend
      .on('load-budget', () => {
        throw new CallError('out-of-sync-migrations', 'newer');
      })
      .on('backups-get', () => []);
    sessionStorage.setItem('sobre.open', 'home');
    const user = show();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Do you want to load a backup?');
    await user.click(screen.getByRole('button', { name: 'Load a backup' }));
    await screen.findByRole('dialog', { name: 'Load Backup' });
    expect(backend.named('backups-get')[0]?.args).toEqual({ id: 'home' });
  });

  test('a browser that knows no budget opens the one opened last on this computer', async () => {
    backend.on('get-last-opened-backup', () => 'home');
    show();
    await screen.findByRole('heading', { level: 1, name: 'Budget' });
    expect(useOpenFile.getState().id).toBe('home');
  });

  test('a budget that was deleted from the server elsewhere is closed', async () => {
    prefs = { ...prefs, cloudFileId: 'cloud-1' };
    backend.on('get-remote-files', () => [
      {
        fileId: 'cloud-1',
        groupId: 'g',
        name: 'Home',
        deleted: true,
        encryptKeyId: null,
        hasKey: false,
      },
    ]);
    sessionStorage.setItem('sobre.open', 'home');
    show();
    const dialog = await screen.findByRole('alertdialog', { name: 'The budget was closed' });
    expect(dialog.textContent).toContain('Another device deleted it from the server');
    expect(useOpenFile.getState().stage).toBe('closed');
  });
});

describe('the tour', () => {
  test('comes once, leads to the first steps, and is put aside for good', async () => {
    seenTutorial = false;
    backend.on('query', () => ({ data: 0, dependencies: ['transactions'] }));
    const user = await showBudget();
    const tour = await screen.findByRole('region', { name: 'Welcome to Sobre' });
    const steps = within(tour).getAllByRole('link');
    expect(steps.map((step) => [step.textContent, step.getAttribute('href')])).toEqual([
      ['Add an accountdone', '/accounts?dialog=add-account'],
      ['Give your money a jobdone', '/budget'],
      ['Record a purchase', '/accounts'],
    ]);
    await user.click(within(tour).getByRole('button', { name: 'Got it' }));
    expect(screen.queryByRole('region', { name: 'Welcome to Sobre' })).toBeNull();
    await waitFor(() => expect(backend.named('save-prefs')).toHaveLength(1));
  });
});

describe('an older budget', () => {
  const SPLITS = {
    numBlankPayees: 2,
    numCleared: 0,
    numDeleted: 0,
    numTransfersFixed: 0,
    numNonParentErrorsFixed: 0,
    numParentTransactionsWithCategoryFixed: 0,
    mismatchedSplits: [],
  };
  const TITLE = 'Some split transactions need a repair';
  const open = (found: typeof SPLITS) => {
    backend
      .on('get-upgrade-notifications', () => ['repair-splits'])
      .on('seen-upgrade-notification', () => null)
      .on('tools/check-split-transactions', () => found);
    return showBudget();
  };
  const seen = () =>
    waitFor(() => expect(backend.named('seen-upgrade-notification')).not.toHaveLength(0));

  test('hears nothing if its splits are sound', async () => {
    await open({ ...SPLITS, numBlankPayees: 0 });
    await seen();
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test('is told once which splits need a repair', async () => {
    const user = await open(SPLITS);
    await screen.findByText(TITLE);
    screen.getByText('Found 2 splits with a blank payee.');
    await seen();
    await user.click(screen.getByRole('button', { name: 'Repair splits...' }));
    await waitFor(() => expect(location.pathname).toBe('/tools/fix-splits'));
    expect(backend.named('seen-upgrade-notification')[0]?.args).toEqual({ type: 'repair-splits' });
    expect(screen.queryByText(TITLE)).toBeNull();
  });
});
