/** A new transaction that was left half typed: the next form goes on with it. */
import { openFile } from '@/lib/files/openFile';
import { isEmptyDraft } from '../model/draft';
import type { FormState } from './formModel';

let left: FormState | null = null;
openFile.subscribe(({ id }, before) => {
  if (id !== before.id) left = null;
});

export function leftForm(): FormState | null {
  return left;
}

/** Keeps a form that is being left; null once it was saved. */
export function keepForm(form: FormState | null): void {
  left = form && !isEmptyDraft(form.draft) ? form : null;
}
