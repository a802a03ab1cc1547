import { showAlert, showConfirm } from '@/components/AlertDialog';
import type { BudgetFile } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { isLoading, openBudget, useOpenFile, whileLoading } from '@/lib/files/openFile';
import { openModal } from '@/lib/modals/named';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { getPref, loadPrefs } from '@/lib/prefs/prefs';
import { runQuery } from '@/lib/query/query';
import { useServer } from '@/lib/server/server';
import { uploadErrorText } from '@/lib/sync/errorWords';
import { uploadBudget } from '@/lib/sync/sync';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { shellTexts } from '@/texts/shell';
import { createBudget, createDemoBudget, reloadFiles } from './api';

/** One notice about a budget that is not on the server yet. */
const NOT_SHARED = 'not-shared';

const WANTS_BACKUP = ['out-of-sync-migrations', 'out-of-sync-data'];

/** A budget that this version cannot open may have a backup that it can. */
export function tellNotOpened(id: string, error: unknown): void {
  const wantsBackup = WANTS_BACKUP.includes(errorCode(error));
  if (id && wantsBackup) {
    const yes = { text: filesTexts.backup.instead, act: () => openModal('load-backup', { id }) };
    showConfirm(filesTexts.openFailed, errorText(error), yes);
  } else {
    showAlert(filesTexts.openFailed, id ? loadErrorText(error) : errorText(error));
  }
}

/** An import takes the place of the budget it was exported from, which may have been newer. */
function tellReplaced({ id, cloudFileId }: BudgetFile): void {
  const { replaced: title, replacedHint, replacedSynced } = filesTexts;
  const message = cloudFileId ? `${replacedHint} ${replacedSynced}` : replacedHint;
  tellKept(id, title, message);
}

/** Notifies that the replaced version is kept, with a button that opens the backups. */
export function tellKept(id: string, title: string, message: string): void {
  const button = { title: filesTexts.backup.open, action: () => openModal('load-backup', { id }) };
  notify({ id: 'replaced', type: 'warning', sticky: true, title, message, button });
}

/** Exact texts for the known reasons; the reason in words follows where they leave it open. */
function loadErrorText(error: unknown): string {
  const code = errorCode(error);
  if (WANTS_BACKUP.includes(code) || code === 'budget-not-found') return errorText(error);
  return code === 'internal' ? exact.loadFailed : `${exact.loadFailed} ${errorText(error)}`;
}

/**
 * Creates or finds a budget, then opens it; a failure opens a dialog. Returns whether it is open:
 * the second press of a double click does nothing.
 */
async function openFrom(text: string, find: () => Promise<string>): Promise<boolean> {
  if (isLoading()) return false;
  let id = '';
  try {
    await whileLoading(text, async () => {
      id = await find();
      await openBudget(id);
    });
    return true;
  } catch (error) {
    tellNotOpened(id, error);
    void reloadFiles();
    return false;
  }
}

export async function openFileById(id: string): Promise<void> {
  await openFrom(shellTexts.openingBudget, async () => id);
}

/** An imported budget is there even where it cannot be opened: importing it again makes two. */
export async function openImported(id: string, replaced?: BudgetFile): Promise<void> {
  if (!(await openFrom(shellTexts.openingBudget, async () => id))) return;
  if (replaced) tellReplaced(replaced);
  else void tellImported().catch(() => {});
  void putOnServer();
}

function countAll(): Promise<number> {
  return runQuery<number>({
    table: 'transactions',
    tableOptions: { splits: 'none' },
    selectExpressions: [{ result: { $count: '*' } }],
    calculation: true,
  });
}

/** Says what came in, so that people see that all of it did. */
async function tellImported(): Promise<void> {
  const { id } = useOpenFile.getState();
  const [accounts, transactions] = await Promise.all([send('accounts-get', {}), countAll()]);
  if (useOpenFile.getState().id !== id) return;
  const name = getPref('budgetName');
  notify({ type: 'message', message: filesTexts.imported(name, accounts.length, transactions) });
}

/** Opens a budget that was just created, and puts it on the server. */
export async function openNewFile(id: string): Promise<void> {
  if (await openFrom(filesTexts.creating, async () => id)) await putOnServer();
}

/** The fixed budget for tests. */
export async function openTestFile(): Promise<void> {
  await openFrom(filesTexts.creating, () => createBudget({ testMode: true }));
}

/** The first budget of a server that has none. */
export async function openFirstFile(): Promise<void> {
  if (await openFrom(filesTexts.creatingFirst, () => createBudget())) await putOnServer();
}

/**
 * Uploads a new or imported budget to the server if somebody is signed in. If that fails, the
 * budget stays local and can be uploaded later.
 */
export async function putOnServer(): Promise<void> {
  const { url, user } = useServer.getState();
  const { stage, id } = useOpenFile.getState();
  if (!url || !user || user.offline || stage !== 'open') return;
  const isStillOpen = () => useOpenFile.getState().id === id;
  try {
    await uploadBudget();
    if (isStillOpen()) await loadPrefs();
  } catch (error) {
    if (!isStillOpen()) return;
    tellNotShared(uploadErrorText(error));
  }
}

function tellNotShared(message: string): void {
  const action = () => {
    dismissNotice(NOT_SHARED);
    void putOnServer();
  };
  const title = filesTexts.notShared;
  const button = { title: exact.upload, action };
  notify({ id: NOT_SHARED, type: 'warning', sticky: true, title, message, button });
}

export async function openDemo(): Promise<void> {
  await openFrom(exact.makingDemo, createDemoBudget);
}
