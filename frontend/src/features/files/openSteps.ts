import { errorText, exact, texts } from '@/app/texts';
import { showAlert, showConfirm } from '@/components/AlertDialog';
import { openBudget, whileLoading } from '@/lib/files/openFile';
import { openModal } from '@/lib/modals/named';
import { createBudget, createDemoBudget, reloadFiles } from './api';
import { words } from './texts';

const WANTS_BACKUP = ['out-of-sync-migrations', 'out-of-sync-data'];

/** A budget that this version cannot open may have a backup that it can (spec/1 section 8). */
function tellNotOpened(id: string, error: unknown): void {
  const wantsBackup = WANTS_BACKUP.includes(String((error as { code?: unknown }).code));
  if (id && wantsBackup) {
    const yes = { text: words.backup.instead, act: () => openModal('load-backup', { id }) };
    showConfirm(texts.files.openFailed, errorText(error), yes);
  } else {
    showAlert(texts.files.openFailed, errorText(error));
  }
}

/** Runs the making or finding of a budget, then opens it; a failure is told in a dialog. */
async function openFrom(text: string, find: () => Promise<string>): Promise<void> {
  let id = '';
  try {
    await whileLoading(text, async () => {
      id = await find();
      await openBudget(id);
    });
  } catch (error) {
    tellNotOpened(id, error);
    void reloadFiles();
  }
}

export function openFileById(id: string): Promise<void> {
  return openFrom(texts.shell.openingBudget, async () => id);
}

export function openNewFile(testMode = false): Promise<void> {
  return openFrom(texts.files.creating, () => createBudget(testMode));
}

export function openDemo(): Promise<void> {
  return openFrom(exact.makingDemo, createDemoBudget);
}
