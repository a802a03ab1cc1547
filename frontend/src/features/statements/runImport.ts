import { confirmStep } from '@/lib/history/confirmStep';
import { travel } from '@/lib/history/history';
import { step } from '@/lib/history/steps';
import { tell } from '@/lib/notices/tell';
import { errorText } from '@/texts/errors';
import { statementsTexts } from '@/texts/statements';
import { importRows } from './api';

const SHOW = `[${statementsTexts.show}](#show)`;

/**
 * Imports rows and says how it went; returns why it failed. A person who cancels meanwhile has it
 * undone at once: half an import would be worse than none.
 */
export async function runImport(
  of: Parameters<typeof importRows>[0],
  isCancelled: () => boolean,
  onShow: (accountId: string, ids: readonly string[]) => void,
): Promise<string | null> {
  try {
    const { errors, added, updated } = await importRows(of);
    const [error] = errors;
    if (error) return error.message;
    if (isCancelled()) {
      await travel('undo', { onlyOwn: true, isPress: false });
      tell(statementsTexts.cancelled);
      return null;
    }
    const message = `${statementsTexts.done(added.length, updated.length)} ${SHOW}`;
    const show = () => onShow(of.accountId, [...added, ...updated]);
    confirmStep(step('imported', { count: added.length }), message, { show });
    return null;
  } catch (error) {
    return errorText(error);
  }
}
