import { CallError } from '@/lib/connection/callError';
import { notify } from '@/lib/notices/notices';

/** Waits for a write and says in words when it failed; true when it went well. */
export async function run(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    const message = error instanceof CallError ? error.message : 'Something bad happened, sorry!';
    notify({ id: 'register-write', type: 'error', title: 'Not saved', message });
    return false;
  }
}
