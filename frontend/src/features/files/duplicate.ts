import { showAlert } from '@/components/AlertDialog';
import type { BudgetFile } from '@/generated/contract';
import { fetchExport } from '@/lib/files/exportBudget';
import { isLoading, whileLoading } from '@/lib/files/openFile';
import { notify } from '@/lib/notices/notices';
import { errorText } from '@/texts/errors';
import { filesTexts } from '@/texts/files';
import { importBudget, reloadFiles, renameBudget, uploadFile } from './api';

/** Exports a budget and imports it as another one beside it, under a name of its own. */
export async function duplicate({ id, name }: BudgetFile): Promise<void> {
  if (isLoading()) return;
  try {
    await whileLoading(filesTexts.duplicating, async () => {
      const zip = await (await fetchExport(id)).blob();
      const copy = await importBudget(
        await uploadFile(new File([zip], 'copy.zip')),
        'actual',
        'keep',
      );
      await renameBudget(copy.id, filesTexts.copyOf(name));
    });
    notify({ type: 'message', message: filesTexts.duplicated(filesTexts.copyOf(name)) });
  } catch (error) {
    showAlert(filesTexts.duplicateFailed, errorText(error));
  }
  // A copy that could not be renamed exists all the same.
  await reloadFiles();
}
