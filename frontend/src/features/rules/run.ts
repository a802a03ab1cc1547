import { saving } from '@/lib/notices/saving';

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving('rule-write', write);
