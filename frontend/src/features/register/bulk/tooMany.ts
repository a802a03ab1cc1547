import { ROWS_PER_CALL } from '@/generated/contract';
import { notify } from '@/lib/notices/notices';

/** So many transactions, in words. */
export function counted(count: number): string {
  return count === 1 ? '1 transaction' : `${count.toLocaleString('en')} transactions`;
}

/** Says in words, before anything is read, that these are more than are taken at once. */
export function refusedTooMany(count: number, done: 'selected' | 'changed'): boolean {
  if (count <= ROWS_PER_CALL) return false;
  notify({
    id: 'register-bulk',
    type: 'error',
    title: 'Too many at once',
    message: `At most ${counted(ROWS_PER_CALL)} can be ${done} at once, and these are ${counted(count)}. Narrow the list with a filter and take them in parts.`,
  });
  return true;
}
