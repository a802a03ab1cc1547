import { exportRows } from '@/domain/transactions/api';
import { run } from '@/domain/transactions/run';
import type { Sort } from '@/domain/transactions/sort';
import type { Expression } from '@/domain/transactions/view';
import { announce } from '@/lib/announce/announce';
import { saveFile } from '@/lib/files/saveFile';
import { notify } from '@/lib/notices/notices';
import { registerTexts } from '@/texts/register';

/** Saves what the register lists, in its order, as a file of comma-separated values. */
export async function exportFile(
  name: string,
  filters: readonly Expression[],
  sort: Sort | null,
): Promise<void> {
  const reading = exportRows(filters, sort);
  if (!(await run(reading))) return;
  const text = await reading;
  if (text === '') {
    notify({ id: 'register-export', type: 'message', message: registerTexts.nothingToExport });
    return;
  }
  const file = `${name}.csv`;
  saveFile(file, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  announce(registerTexts.exported(file));
}
