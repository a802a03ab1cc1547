import { notify } from '@/lib/notices/notices';
import { offerAgain, saving, type Unsaved } from '@/lib/notices/saving';
import { commonTexts } from '@/texts/common';

const NOTICE = 'register-write';

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving(NOTICE, write);

/** Offers to go on with what was typed and could not be written. */
export const offerEdit = (refused: Unsaved): void => offerAgain(NOTICE, refused);

/** Gives back in words what was typed for a transaction, and says what became of that. */
export function tellLost(id: string, words: string, why: string): void {
  const message = words === '' ? why : `“${words}”: ${why}`;
  notify({ id, type: 'error', title: commonTexts.notSaved, message, sticky: true });
}
