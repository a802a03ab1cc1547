import { CallError } from '@/lib/connection/callError';
import { dismissNotice, notices, notify } from './notices';

/**
 * Waits for a write and says in words when it failed; true when it went well. The notice of `id`
 * is replaced by the next one.
 */
export async function saving(id: string, write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    notify({ id, type: 'error', ...wordsFor(error) });
    return false;
  }
}

/** Adds a button to the notice of a write that failed, if it is still shown. */
export function offer(id: string, button: { title: string; action: () => void }): void {
  const notice = notices.getState().shown.find((other) => other.id === id);
  if (!notice) return;
  const action = () => {
    dismissNotice(id);
    button.action();
  };
  notify({ ...notice, button: { ...button, action }, sticky: true });
}

function wordsFor(error: unknown): { title: string; message: string } {
  const title = 'Not saved';
  if (!(error instanceof CallError)) return { title, message: 'Something bad happened, sorry!' };
  if (wasSent(error)) {
    // It may have been carried out or not, and must not be called either.
    const message =
      'The connection was lost before an answer came. Once it is back, what is shown is what is saved.';
    return { title: 'Perhaps not saved', message };
  }
  const isTooLarge = error.code === 'amount-too-large';
  const tooLarge = 'The amount is too large: a total could not hold it.';
  return { title, message: isTooLarge ? tooLarge : error.message };
}

/** Whether the call was on its way when the connection was lost. */
function wasSent({ code, meta }: CallError): boolean {
  return code === 'network-failure' && (meta as { sent?: boolean } | undefined)?.sent === true;
}
