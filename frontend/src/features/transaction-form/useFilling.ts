import { useEffect, useRef } from 'react';
import { directionOf } from '@/domain/transactions/direction';
import type { TransactionDraft } from '@/domain/transactions/drafts';
import { fillingOf, withFilling } from '@/domain/transactions/filling';
import type { Fields } from '@/domain/transactions/splits';
import type { Transaction } from '@/domain/transactions/transaction';
import { useLatest } from '@/lib/react/useLatest';

/** Lets the rules fill in what is empty in a new transaction. */
export function useFilling(
  isNew: boolean,
  { draft }: TransactionDraft,
  setDraft: (next: (now: TransactionDraft) => TransactionDraft) => void,
): void {
  const last = useRef(draft);
  const fill = useLatest((row: Transaction, fields: Fields) =>
    setDraft((now) => {
      const next = withFilling(now.draft, row, fields);
      const direction = fields.amount ? directionOf(next.split.row) : now.direction;
      return next === now.draft ? now : { ...now, draft: next, direction };
    }),
  );
  useEffect(() => {
    const before = last.current;
    last.current = draft;
    if (!isNew) return;
    void fillingOf(before, draft).then((fields) => fill.current(draft.split.row, fields));
  }, [isNew, draft]);
}
