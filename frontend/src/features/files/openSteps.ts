import { errorText, exact, texts } from '@/app/texts';
import { showAlert } from '@/components/AlertDialog';
import { openBudget, whileLoading } from '@/lib/files/openFile';
import { createBudget, createDemoBudget, reloadFiles } from './api';

/** Runs the making or finding of a budget, then opens it; a failure is told in a dialog. */
async function openFrom(text: string, find: () => Promise<string>): Promise<void> {
  try {
    await whileLoading(text, async () => openBudget(await find()));
  } catch (error) {
    showAlert(texts.files.openFailed, errorText(error));
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
