import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { draftWords, offerLater } from '@/domain/transactions/draftNotices';
import { draftsOfView } from '@/domain/transactions/drafts';
import { type DraftState, useGoToDraft } from '@/domain/transactions/useGoToDraft';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { ViewId } from '@/domain/transactions/view';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useLatest } from '@/lib/react/useLatest';
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
  const latest = useLatest(wanted);
  useEffect(() => {
    for (const draft of draftsOfView(viewId)) {
      if (draft.key !== latest.current) grid.editing.offerLeft(draft);
    }
  }, [grid, viewId]);
}

/** Offers new transactions that were left half typed, as by a window that became a phone's. */
export function useOfferedDrafts(viewId: ViewId, data: TransactionData): void {
  const latest = useLatest({ data, amounts: useAmountFormat(), goTo: useGoToDraft() });
  useEffect(() => {
    const { goTo, ...naming } = latest.current;
    for (const draft of draftsOfView(viewId)) {
      if (draft.base === null) offerLater(draft, draftWords(draft, naming), goTo);
    }
  }, [viewId]);
}
