/** New transactions that were left half typed, or could not be written: the next form goes on. */
import { openFile } from '@/lib/files/openFile';
import { isEmptyDraft } from '../model/draft';
import type { FormState } from './formModel';

/** The one left last stands last. */
let left: readonly FormState[] = [];
openFile.subscribe(({ id }, before) => {
  if (id !== before.id) left = [];
});

const idOf = ({ draft }: FormState) => draft.split.row.id;

/** The one to go on with. */
export function leftForm(): FormState | null {
  return left.at(-1) ?? null;
}

/** Keeps a form that is being left, if there is anything in it. */
export function keepForm(form: FormState): void {
  forgetForm(form);
  if (!isEmptyDraft(form.draft)) left = [...left, form];
}

/** Keeps it no longer: it was saved, or is not wanted. */
export function forgetForm(form: FormState): void {
  left = left.filter((other) => idOf(other) !== idOf(form));
}
