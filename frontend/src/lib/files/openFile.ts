import { create } from 'zustand';
import type { LoadingStatus } from '@/generated/contract';
import { listen, send } from '@/lib/connection/backend';
import { clearHistory } from '@/lib/history/history';
import { lists } from '@/lib/lists/lists';
import { closeAllModals, hideModals } from '@/lib/modals/modals';
import { clearNotices } from '@/lib/notices/notices';
import { clearPrefs, loadGlobalPrefs, loadPrefs } from '@/lib/prefs/prefs';
import { cells } from '@/lib/sheet/sheet';

/** This tab's budget, kept over a reload; an empty text means that it was closed here. */
const TAB_KEY = 'sobre.open';
/** The budget opened last on this device, for a new tab. */
const DEVICE_KEY = 'sobre.lastOpened';

interface OpenFile {
  stage: 'starting' | 'closed' | 'open';
  id: string | null;
  /** While set, the loading screen covers the page and dialogs hide. */
  loadingText: string | null;
  /** How far the backend is with what the page waits for. */
  status: LoadingStatus['status'] | null;
}

/** Which budget this tab has open. */
export const useOpenFile = create<OpenFile>(() => ({
  stage: 'starting',
  id: null,
  loadingText: null,
  status: null,
}));

function recall(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function keep(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Without storage the budget is simply not found again after a reload.
  }
}

export function lastOpened(): string | null {
  return recall(localStorage, DEVICE_KEY);
}

/** Whether something runs that opens, closes or makes a budget: a second one would cross it. */
export const isLoading = () => useOpenFile.getState().loadingText !== null;

/** Runs `work` under a loading text; dialogs are hidden until it ends. */
export async function whileLoading<T>(text: string, work: () => Promise<T>): Promise<T> {
  useOpenFile.setState({ loadingText: text, status: null });
  hideModals(true);
  try {
    return await work();
  } finally {
    useOpenFile.setState({ loadingText: null, status: null });
    hideModals(false);
  }
}

/** Opens a budget in this tab. Rejects with the call's error and leaves the tab as it was. */
export async function openBudget(id: string): Promise<void> {
  clearHistory();
  await send('load-budget', { id });
  forgetBudget();
  await Promise.all([loadPrefs(), loadGlobalPrefs()]);
  keep(sessionStorage, TAB_KEY, id);
  keep(localStorage, DEVICE_KEY, id);
  closeAllModals();
  useOpenFile.setState({ stage: 'open', id });
}

export async function closeBudget(): Promise<void> {
  await send('close-budget', {});
  leaveBudget();
}

/** The tab's side of closing: for a budget that the backend has closed already. */
export function leaveBudget(): void {
  keep(sessionStorage, TAB_KEY, '');
  closeAllModals();
  clearNotices();
  clearHistory();
  useOpenFile.setState({ stage: 'closed', id: null });
  forgetBudget();
}

function forgetBudget(): void {
  cells.clear();
  lists.clear();
  clearPrefs();
}

/** The budget to begin with; nothing where this tab closed its own. */
async function budgetToRestore(): Promise<string | null> {
  const ofTab = recall(sessionStorage, TAB_KEY);
  if (ofTab !== null) return ofTab;
  // A browser that has opened none yet follows the others of this computer.
  return lastOpened() || send('get-last-opened-backup', {}).catch(() => null);
}

/**
 * Opens the budget this tab had, or the last one opened on this device. If it cannot be opened,
 * calls `tell` with the reason.
 */
export async function restoreBudget(tell: (id: string, error: unknown) => void): Promise<void> {
  const id = await budgetToRestore();
  if (!id) {
    useOpenFile.setState({ stage: 'closed' });
    return;
  }
  try {
    await openBudget(id);
    useOpenFile.setState({ status: null });
  } catch (error) {
    keep(sessionStorage, TAB_KEY, '');
    if (lastOpened() === id) keep(localStorage, DEVICE_KEY, '');
    useOpenFile.setState({ stage: 'closed', id: null, status: null });
    tell(id, error);
  }
}

/**
 * Leaves the budget when the backend reports that it is closed; `tell` receives the reason. Also
 * stores the backend's progress with downloading or opening a budget.
 */
export function startOpenFile(tell: (message: string) => void): () => void {
  const stops = [
    listen('budget-closed', ({ id, message }) => {
      if (useOpenFile.getState().id !== id) return;
      leaveBudget();
      tell(message);
    }),
    listen('update-loading-status', ({ status }) => {
      const { stage, loadingText } = useOpenFile.getState();
      if (stage === 'starting' || loadingText !== null) useOpenFile.setState({ status });
    }),
    listen('show-budgets', () => {
      if (useOpenFile.getState().stage === 'open') leaveBudget();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
