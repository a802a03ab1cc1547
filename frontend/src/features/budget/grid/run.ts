import { CallError } from '@/lib/connection/callError';
import { notify } from '@/lib/notices/notices';

/** Waits for a write and says in words when it failed; true when it went well. */
export async function run(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    notify({ id: 'budget-write', type: 'error', title: 'Not saved', message: wordsFor(error) });
    return false;
  }
}

function wordsFor(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something bad happened, sorry!';
  // The backend names the cell that would overflow, which says nothing to a person.
  const isTooLarge = error.code === 'amount-too-large';
  return isTooLarge ? 'The amount is too large: a total could not hold it.' : error.message;
}
