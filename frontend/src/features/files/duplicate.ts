import { showAlert } from '@/components/AlertDialog';
import type { BudgetFile } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { fetchExport } from '@/lib/files/exportBudget';
import { isLoading, whileLoading } from '@/lib/files/openFile';
import { uploadFile } from '@/lib/files/uploadFile';
import { notify } from '@/lib/notices/notices';
import { errorText } from '@/texts/errors';
import { filesTexts } from '@/texts/files';
import { importBudget, reloadFiles, renameBudget } from './api';
import { copyName } from './copyName';

/** Exports a budget and imports it as another one beside it, under a name of its own. */
export async function duplicate({ id, name }: BudgetFile): Promise<void> {
  if (isLoading()) return;
  let isMade = false;
  try {
    await whileLoading(filesTexts.duplicating, async () => {
      const here = await send('get-budgets', { onlyHere: true });
      const wanted = copyName(
        name,
        here.map((each) => each.name),
      );
      const zip = await (await fetchExport(id)).blob();
      const upload = await uploadFile(new File([zip], 'copy.zip'));
      const copy = await importBudget(upload, 'actual', 'keep');
      isMade = true;
      await renameBudget(copy.id, wanted);
      notify({ type: 'message', message: filesTexts.duplicated(wanted) });
    });
  } catch (error) {
    const reason = errorText(error);
    if (isMade) showAlert(filesTexts.notRenamed, filesTexts.notRenamedHint(reason));
    else showAlert(filesTexts.duplicateFailed, reason);
  }
  await reloadFiles();
}
