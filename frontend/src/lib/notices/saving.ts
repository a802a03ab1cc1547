import { CallError } from '@/lib/connection/callError';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { noticesTexts } from '@/texts/notices';
import { dismissNotice, type Notice, notify } from './notices';

/** Why a write failed, in words. */
export type Failure = Pick<Notice, 'type' | 'title' | 'message'>;

/** The last failure of each kind of write; several may fail at once, and each can be resumed. */
const failures = new Map<string, Failure>();

/**
 * Waits for a write and says in words when it failed; true when it went well. The notice of `id`
 * is replaced by the next one.
 */
export async function saving(id: string, write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    const failure: Failure = { type: 'error', ...wordsFor(error) };
    failures.set(id, failure);
    notify({ id, ...failure });
    return false;
  }
}

/** Typed text that was not written, and how to resume editing it. */
export interface Unsaved {
  /** Notice of its own, so that the next failure leaves it alone. */
  id: string;
  /** The typed text. */
  words: string;
  /** Resumes editing; false if that is not possible now. */
  again: () => boolean;
}

/** Makes the notice of a write that just failed one that stays and offers to go on. */
export function offerAgain(failedId: string, refused: Unsaved): void {
  const failure = failures.get(failedId);
  if (!failure) return;
  dismissNotice(failedId);
  offer(refused, failure);
}

/** Says why something that was typed is not written, and offers to go on with it. */
export function offer({ id, words, again }: Unsaved, why: Failure): void {
  const message = words === '' ? why.message : `“${words}”: ${why.message}`;
  const action = () => {
    if (again()) dismissNotice(id);
  };
  const button = { title: noticesTexts.editAgain, action };
  notify({ ...why, id, message, sticky: true, button });
}

function wordsFor(error: unknown): { title: string; message: string } {
  const title = commonTexts.notSaved;
  if (!(error instanceof CallError)) return { title, message: exact.somethingBad };
  if (wasSent(error)) {
    // It may have been carried out or not, and must not be called either.
    return { title: noticesTexts.maybeSaved, message: noticesTexts.maybeSavedHint };
  }
  const isUnsent = error.code === 'network-failure';
  return { title, message: isUnsent ? noticesTexts.connectionLost : errorText(error) };
}

/** Whether the call was on its way when the connection was lost. */
function wasSent({ code, meta }: CallError): boolean {
  return code === 'network-failure' && (meta as { sent?: boolean } | undefined)?.sent === true;
}
