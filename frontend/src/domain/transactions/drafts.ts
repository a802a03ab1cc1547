/**
 * Transactions that are half typed. A form keeps its draft on every change, so that it is restored
 * wherever the form ends. One that was changed elsewhere meanwhile asks which of the two stays.
 */
import { useOpenFile } from '@/lib/files/openFile';
import { newId } from '@/lib/ids/newId';
import { type Directed, directionOf } from './direction';
import { type Draft, isEmptyDraft } from './draft';
import { differenceOf, isEmptyBatch, type Split } from './splits';

export interface TransactionDraft extends Directed {
  /** Its own: one transaction may be half typed in several forms. */
  key: string;
  /** The budget it belongs to. */
  budget: string | null;
  /** The transaction as it was stored when its editing began; null for a new one. */
  base: Split | null;
  /** The transaction as it is stored now, where it differs and the user has to choose. */
  theirs: Split | null;
}

/** A draft of a new transaction, or of a stored one. */
export function beginDraft(draft: Draft, base: Split | null): TransactionDraft {
  const budget = useOpenFile.getState().id;
  const direction = directionOf(draft.split.row);
  return { key: newId(), budget, draft, direction, base, theirs: null };
}

export function editDraft(stored: Split): TransactionDraft {
  return beginDraft({ split: stored, followsParts: false }, stored);
}

/** Whether saving the draft would change anything. */
export function isChanged({ draft, base }: TransactionDraft): boolean {
  return base ? !isEmptyBatch(differenceOf(base, draft.split)) : !isEmptyDraft(draft);
}

/** The draft kept last stands last. */
let kept: readonly TransactionDraft[] = [];
useOpenFile.subscribe(({ id }, before) => {
  if (id !== before.id) kept = [];
});

/** Drafts kept of a transaction, or of new ones where `id` is null. */
export function keptDrafts(id: string | null): readonly TransactionDraft[] {
  return kept.filter(({ base }) => (base?.row.id ?? null) === id);
}

/** Keeps a draft, if there is anything in it; returns whether there is. */
export function keepDraft(draft: TransactionDraft): boolean {
  forgetDraft(draft.key);
  const isKept = draft.budget === useOpenFile.getState().id && isChanged(draft);
  if (isKept) kept = [...kept, draft];
  return isKept;
}

/** The draft was saved, or is not wanted. */
export function forgetDraft(key: string): void {
  kept = kept.filter((other) => other.key !== key);
}

/** Takes in how the transaction is stored now; `isTyping` says that a field holds more text. */
export function withStored(
  draft: TransactionDraft,
  stored: Split,
  isTyping: boolean,
): TransactionDraft {
  const { base } = draft;
  if (!base) return draft;
  const isSame = (a: Split, b: Split) => isEmptyBatch(differenceOf(a, b));
  if (isSame(base, stored) || isSame(draft.draft.split, stored)) {
    return { ...draft, base: stored, theirs: null };
  }
  return isTyping || isChanged(draft) ? { ...draft, theirs: stored } : takeTheirs(draft, stored);
}

/** The draft stays, and saving it replaces what was stored meanwhile. */
export function keepYours(draft: TransactionDraft): TransactionDraft {
  return { ...draft, base: draft.theirs ?? draft.base, theirs: null };
}

/** The stored transaction takes the place of the draft. */
export function takeTheirs(draft: TransactionDraft, stored = draft.theirs): TransactionDraft {
  return stored ? { ...editDraft(stored), key: draft.key } : draft;
}
