import { ROWS_PER_CALL } from '@/generated/contract';
import { notify } from '@/lib/notices/notices';
import { registerTexts } from '@/texts/register';

/** Says in words, before anything is read, that these are more than are taken at once. */
export function refusedTooMany(count: number, done: 'selected' | 'changed'): boolean {
  if (count <= ROWS_PER_CALL) return false;
  notify({
    id: 'register-bulk',
    type: 'error',
    title: registerTexts.tooManyAtOnce,
    message: registerTexts.tooMany[done](count, ROWS_PER_CALL),
  });
  return true;
}
