import { showAlert, showConfirm } from '@/components/AlertDialog';
import { send } from '@/lib/connection/backend';
import { CallError, errorCode } from '@/lib/connection/callError';
import {
  closeBudget,
  isLoading,
  openBudget,
  useOpenFile,
  whileLoading,
} from '@/lib/files/openFile';
import { openModal, type UploadsOf } from '@/lib/modals/named';
import { getPref } from '@/lib/prefs/prefs';
import { downloadErrorText } from '@/lib/sync/errorWords';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { shellTexts } from '@/texts/shell';
import { reloadFiles } from './api';
import { tellKept } from './openSteps';

interface Wanted {
  fileId: string;
  /** Whether this device has the key of an encrypted file. */
  hasKey: boolean;
  /** Takes the place of the copy on this device. */
  replace?: boolean;
}

/**
 * Downloads a budget and opens it. If the key is missing, asks for it and continues; asks before
 * replacing a budget with the same id.
 */
export async function downloadAndOpen(wanted: Wanted): Promise<void> {
  if (isLoading()) return;
  try {
    await whileLoading(exact.downloading, () => replaceOpen(() => take(wanted)));
  } catch (error) {
    void reloadFiles();
    handle(error, wanted);
  }
}

/** Downloads and opens it; a replaced budget is kept, and a notice says so. */
async function take({ fileId, replace = false }: Wanted): Promise<void> {
  const before = replace ? await send('get-budgets', { onlyHere: true }) : [];
  const { id } = await send('download-budget', { fileId, replace });
  await openBudget(id);
  const { reverted, revertedHint } = filesTexts;
  if (before.some((file) => file.id === id)) tellKept(id, reverted, revertedHint);
}

/** Closes what is open for `work`, which opens another; when that fails it is open again. */
async function replaceOpen(work: () => Promise<void>): Promise<void> {
  const { stage, id } = useOpenFile.getState();
  if (stage !== 'open' || id === null) return work();
  await closeBudget();
  try {
    await work();
  } catch (error) {
    await openBudget(id).catch(() => {});
    throw error;
  }
}

function handle(error: unknown, wanted: Wanted): void {
  const again = (more: Partial<Wanted> = {}) => void downloadAndOpen({ ...wanted, ...more });
  const { fileId, hasKey } = wanted;
  switch (errorCode(error)) {
    case 'decrypt-failure':
      openModal('fix-encryption-key', {
        fileId,
        hasKey: hasKey && !isKeyMissing(error),
        onFixed: () => again({ hasKey: true }),
      });
      return;
    case 'file-exists':
      showConfirm(filesTexts.existsTitle, filesTexts.exists(nameIn(error)), {
        text: filesTexts.replace,
        act: () => again({ replace: true }),
      });
      return;
    case 'budget-not-found':
    case 'out-of-sync-data':
      showAlert(filesTexts.openFailed, errorText(error));
      return;
    default:
      showAlert(filesTexts.downloadFailed, downloadErrorText(error));
  }
}

function isKeyMissing(error: unknown): boolean {
  const meta =
    error instanceof CallError ? (error.meta as { isMissingKey?: boolean } | null) : null;
  return meta?.isMissingKey === true;
}

function nameIn(error: unknown): string {
  const meta = error instanceof CallError ? (error.meta as { name?: string } | null) : null;
  return meta?.name ?? '';
}

/** Has the server go back to an earlier upload, and takes the budget from there. */
export async function restoreUpload(file: UploadsOf, uploadId: string): Promise<void> {
  const { fileId, hasKey } = file;
  try {
    await whileLoading(filesTexts.uploads.busy, () => send('restore-upload', { fileId, uploadId }));
  } catch (error) {
    showAlert(filesTexts.uploads.notRestored, errorText(error));
    return;
  }
  await downloadAndOpen({ fileId, hasKey, replace: true });
}

/** A budget that another device has deleted from the server is closed. */
export async function closeIfDeleted(): Promise<void> {
  const fileId = getPref('cloudFileId');
  if (useOpenFile.getState().stage !== 'open' || !fileId) return;
  const files = await send('get-remote-files', {}).catch(() => []);
  const isDeleted = files.some((file) => file.fileId === fileId && file.deleted);
  if (!isDeleted || getPref('cloudFileId') !== fileId) return;
  await closeBudget();
  showAlert(shellTexts.budgetClosed, shellTexts.deletedThere);
}

/**
 * Discards this device's changes since sync was reset elsewhere and downloads the server's copy.
 */
export async function revertToServer(fileId: string): Promise<void> {
  await downloadAndOpen({ fileId, hasKey: true, replace: true });
}
