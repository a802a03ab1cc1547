/** What was left half typed, or could not be written once it was left: the next form goes on. */

import { isEmptyDraft } from '@/domain/transactions/draft';
import { differenceOf, isEmptyBatch } from '@/domain/transactions/splits';
import { useOpenFile } from '@/lib/files/openFile';
import { newId } from '@/lib/ids/newId';
import type { Held } from './meanwhile';

/** A form, known by its key: one transaction may have been left in several. */
export interface Left {
  key: string;
  /** The budget it belongs to. */
  budget: string | null;
  held: Held;
}

/** The one left last stands last. */
let left: readonly Left[] = [];
useOpenFile.subscribe(({ id }, before) => {
  if (id !== before.id) left = [];
});

export function begin(held: Held): Left {
  return { key: newId(), budget: useOpenFile.getState().id, held };
}

/** The forms left of a transaction, or of new ones where that is null. */
export function leftForms(id: string | null): readonly Left[] {
  return left.filter(({ held }) => (held.base?.row.id ?? null) === id);
}

/** The form to go on with. */
export const leftForm = (id: string | null): Left | undefined => leftForms(id).at(-1);

/** Keeps a form as it is now, if there is anything in it; answers whether there is. */
export function keepForm(form: Left): boolean {
  forgetForm(form.key);
  const isKept = form.budget === useOpenFile.getState().id && isChanged(form.held);
  if (isKept) left = [...left, form];
  return isKept;
}

/** Keeps it no longer: it was saved, or is not wanted. */
export function forgetForm(key: string): void {
  left = left.filter((other) => other.key !== key);
}

/** The notice in a form that goes on with what was left. */
export const LEFT_NOTICE = 'transaction-left';

/** The notice about a form that was left, which leads back to it. */
export const noticeOf = (key: string) => `transaction-form-${key}`;

function isChanged({ state: { draft }, base }: Held): boolean {
  return base ? !isEmptyBatch(differenceOf(base, draft.split)) : !isEmptyDraft(draft);
}
