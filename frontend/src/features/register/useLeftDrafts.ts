import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { draftWords, offerLater } from '@/domain/transactions/draftNotices';
import { draftsOfView } from '@/domain/transactions/drafts';
import { type DraftState, useGoToDraft } from '@/domain/transactions/useGoToDraft';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { ViewId } from '@/domain/transactions/view';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import type { AddingForm } from './adding/AddingForm';
import type { RegisterController } from './grid/RegisterController';

/** Goes on with the draft that the navigation is about, and offers those a reload interrupted. */
export function useLeftDrafts(grid: RegisterController, adding: AddingForm): void {
  const { state, key: visit } = useLocation();
  const { draft: wanted } = (state ?? {}) as DraftState;
  const { viewId } = grid.model;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is followed once.
  useEffect(() => {
    const draft = draftsOfView(viewId).find(({ key }) => key === wanted);
    if (draft?.cell) grid.editing.resume(draft);
    else if (draft) adding.resume(draft);
  }, [visit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the register is opened.
  useEffect(() => {
    for (const draft of draftsOfView(viewId)) {
      if (draft.key !== wanted) grid.editing.offerLeft(draft);
    }
  }, [grid, viewId]);
}

/** Offers new transactions that were left half typed, as by a window that became a phone's. */
export function useOfferedDrafts(viewId: ViewId, data: TransactionData): void {
  const amounts = useAmountFormat();
  const goTo = useGoToDraft();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the register is opened.
  useEffect(() => {
    for (const draft of draftsOfView(viewId)) {
      if (draft.base === null) offerLater(draft, draftWords(draft, { data, amounts }), goTo);
    }
  }, [viewId]);
}
