import { offer, saving } from '@/lib/notices/saving';

const NOTICE = 'register-write';

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving(NOTICE, write);

/** Offers to go on with what was typed into a cell and could not be written. */
export const offerAgain = (action: () => void): void =>
  offer(NOTICE, { title: 'Edit again', action });
