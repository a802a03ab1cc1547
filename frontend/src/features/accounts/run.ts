import { errorText } from '@/app/texts';
import { notify } from '@/lib/notices/notices';

/** Waits for a write and says in words when it failed; true when it went well. */
export async function run(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    notify({ id: 'account-write', type: 'error', title: 'Not saved', message: errorText(error) });
    return false;
  }
}
