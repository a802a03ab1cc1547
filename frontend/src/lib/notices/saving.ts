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

/** What could not be written, and the way to go on with it. */
export interface Refused {
  /** Notice of its own, so that the next failure leaves it alone. */
  id: string;
  /** What was typed. */
  words: string;
  /** Goes on with it; false when that cannot be done now. */
  again: () => boolean;
}

/** Makes the notice of a write that just failed one that stays and offers to go on. */
export function offerAgain(failedId: string, { id, words, again }: Refused): void {
  const failed = notices.getState().shown.find((other) => other.id === failedId);
  if (!failed) return;
  dismissNotice(failedId);
  const message = words === '' ? failed.message : `“${words}”: ${failed.message}`;
  const action = () => {
    if (again()) dismissNotice(id);
  };
  const button = { title: 'Edit again', action };
  notify({ ...failed, id, message, sticky: true, button });
}

/** Takes the way back from a notice whose screen is gone; what it says stays. */
export function withdrawOffer(id: string): void {
  const offered = notices.getState().shown.find((other) => other.id === id);
  if (!offered) return;
  const { button: _, ...kept } = offered;
  notify(kept);
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
