/** What was left half typed, or could not be written once it was left: the next form goes on. */
import { openFile } from '@/lib/files/openFile';
import { isEmptyDraft } from '../model/draft';
import type { FormState } from './formModel';
import type { Held } from './meanwhile';

/** The one left last stands last. */
let left: readonly FormState[] = [];
/** Edits of known transactions, by id. */
const edits = new Map<string, Held>();
openFile.subscribe(({ id }, before) => {
  if (id === before.id) return;
  left = [];
  edits.clear();
});

const idOf = ({ draft }: FormState) => draft.split.row.id;

/** The new transaction to go on with. */
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

/** Edits of a known transaction that could not be written after its form was left. */
export function leftEdits(id: string): Held | undefined {
  return edits.get(id);
}

export function keepEdits(held: Held): void {
  edits.set(idOf(held.state), held);
}

/** They are in their form again. */
export function forgetEdits(id: string): void {
  edits.delete(id);
}
