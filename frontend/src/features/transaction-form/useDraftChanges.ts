import { useState } from 'react';
import { type Direction, turn, withAmount } from '@/domain/transactions/direction';
import {
  addPart,
  changeDraft,
  type Draft,
  removePart,
  splitDraft,
} from '@/domain/transactions/draft';
import type { TransactionDraft } from '@/domain/transactions/drafts';
import { type Fields, withPayee } from '@/domain/transactions/splits';
import type { Day } from '@/generated/contract';
import { newId } from '@/lib/ids/newId';

/** The commands of the form's fields and buttons. */
export function useDraftChanges(
  setState: (next: (state: TransactionDraft) => TransactionDraft) => void,
) {
  /** The part that was added last; its amount is typed next. */
  const [newPart, setNewPart] = useState<string | null>(null);
  const change = (next: (draft: Draft) => Draft) =>
    setState((now) => ({ ...now, draft: next(now.draft) }));
  const withNewPart = (next: (draft: Draft, id: string) => Draft) => {
    const id = newId();
    setNewPart(id);
    change((draft) => next(draft, id));
  };
  return {
    newPart,
    setDirection: (direction: Direction) =>
      setState((now) => (now.direction === direction ? now : turn(now))),
    setAmount: (rowId: string, typed: number | null) =>
      setState((now) => withAmount(now, rowId, typed)),
    /** A new date makes it the first of its day, like a new entry. */
    setDate: (date: Day) =>
      change((draft) => changeDraft(draft, draft.split.row.id, { date, sort_order: Date.now() })),
    setPayee: (payee: string | null) =>
      change((draft) => ({ ...draft, split: withPayee(draft.split, payee) })),
    change: (rowId: string, fields: Fields) => change((draft) => changeDraft(draft, rowId, fields)),
    split: () => withNewPart(splitDraft),
    addPart: () => withNewPart(addPart),
    removePart: (id: string) => change((draft) => removePart(draft, id)),
  };
}
