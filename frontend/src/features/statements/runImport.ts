import { confirmStep, STEP_NOTICE } from '@/lib/history/confirmStep';
import { travel } from '@/lib/history/history';
import { step } from '@/lib/history/steps';
import { notify } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { errorText } from '@/texts/errors';
import { statementsTexts } from '@/texts/statements';
import { importRows } from './api';

const SHOW = `[${statementsTexts.show}](#show)`;

/** How an import ended: its rows are there, it was taken back, or nothing was imported. */
type ImportEnd = 'done' | 'cancelled' | { problem: string };

/**
 * Imports rows and says how it went; `written` is how many it adds or completes. A person who
 * cancels meanwhile has it undone at once: half an import would be worse than none. If it cannot
 * be undone, the notice says that the rows are there.
 */
export async function runImport(
  of: Parameters<typeof importRows>[0] & { written: number },
  isCancelled: () => boolean,
  onShow: (accountId: string, ids: readonly string[]) => void,
): Promise<ImportEnd> {
  const imported = step('imported', { count: of.written });
  try {
    const { errors, added, updated } = await importRows(of, imported);
    const [error] = errors;
    if (error) return { problem: error.message };
    const isCancelledNow = isCancelled();
    if (isCancelledNow && (added.length + updated.length === 0 || (await takeBack()))) {
      tell(statementsTexts.cancelled);
      return 'cancelled';
    }
    const message = `${statementsTexts.done(added.length, updated.length)} ${SHOW}`;
    const actions = { show: () => onShow(of.accountId, [...added, ...updated]) };
    if (isCancelledNow) tellTooLate(message, actions);
    else confirmStep(imported, message, actions);
    return 'done';
  } catch (error) {
    return { problem: errorText(error) };
  }
}

/** Undoes the import that this tab just made; false if another tab has changed something since. */
async function takeBack(): Promise<boolean> {
  try {
    const taken = await travel('undo', { onlyOwn: true, isPress: false });
    return taken?.name?.key === 'imported';
  } catch {
    return false;
  }
}

/** It has no button to undo it: that would take back the newer step of the other tab. */
function tellTooLate(done: string, messageActions: Record<string, () => void>): void {
  const message = `${statementsTexts.tooLate} ${done}`;
  notify({ id: STEP_NOTICE, type: 'warning', message, messageActions, sticky: true });
}
