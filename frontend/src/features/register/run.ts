import { notify } from '@/lib/notices/notices';
import { offerAgain, type Refused, saving } from '@/lib/notices/saving';

const NOTICE = 'register-write';

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving(NOTICE, write);

/** Offers to go on with what was typed into a cell and could not be written. */
export const offerEdit = (refused: Refused): void => offerAgain(NOTICE, refused);

/** Gives back in words what was typed for a transaction, and says what became of that. */
export function tellLost(id: string, words: string, what: string): void {
  const why = `The transaction ${what}.`;
  const message = words === '' ? why : `“${words}”: ${why}`;
  notify({ id, type: 'error', title: 'Not saved', message, sticky: true });
}
