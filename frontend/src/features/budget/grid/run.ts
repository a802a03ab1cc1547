import { dismissNotice } from '@/lib/notices/notices';
import { saving } from '@/lib/notices/saving';

const NOTICE = 'budget-write';

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving(NOTICE, write);

/** A name that was refused is corrected: its notice has nothing more to say. */
export const dismissRefusal = (): void => dismissNotice(NOTICE);
