/** The calls that write saved reports. Every write names its undo step and shows a notice. */
import type { SavedReport } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { reread } from '@/lib/lists/lists';
import type { Patch } from '../card/draft';
import type { Report } from '../model/report';

/** Resolves once the saved reports have been read again. */
const reportsRead = () => reread(['custom_reports', 'all']);

/** Saves a new report and answers its id. */
export async function createReport(report: Report): Promise<string> {
  const added = step('addedReport', { name: report.name });
  const id = await send('report/create', report, { step: added });
  confirmStep(added);
  await reportsRead();
  return id;
}

/** Writes the settings of a report that were changed. */
export async function updateReport({ id, name }: SavedReport, patch: Patch): Promise<void> {
  const isRenamed = Object.keys(patch).join() === 'name';
  const to = String(patch.name ?? name);
  const changed = isRenamed
    ? step('renamedReport', { from: name, to })
    : step('changedReport', { name: to });
  await send('report/update', { ...patch, id }, { step: changed });
  confirmStep(changed);
  await reportsRead();
}

export async function deleteReport({ id, name }: SavedReport): Promise<void> {
  const deleted = step('deletedReport', { name });
  await send('report/delete', { id }, { step: deleted });
  confirmStep(deleted);
  await reportsRead();
}
