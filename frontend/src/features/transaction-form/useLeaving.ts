import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsShown } from '@/components/useIsShown';
import { offerDraft, RESTORED_NOTICE } from '@/domain/transactions/draftNotices';
import { forgetDraft, keepDraft, type TransactionDraft } from '@/domain/transactions/drafts';
import { useGoToDraft } from '@/domain/transactions/useGoToDraft';
import { dismissNotice } from '@/lib/notices/notices';

/** Keeps the draft for when the form is left, unless it is being saved. */
export function useLeaving(draft: TransactionDraft, wordsOf: (draft: TransactionDraft) => string) {
  const navigate = useNavigate();
  const goTo = useGoToDraft();
  const { key: visit } = useLocation();
  const latest = useRef(draft);
  const isOver = useRef(false);
  const isShown = useIsShown();
  const { key } = draft;
  // Kept on every change: the end of a form may come unannounced.
  useLayoutEffect(() => {
    latest.current = draft;
    if (isOver.current || keepDraft(draft)) return;
    dismissNotice(RESTORED_NOTICE);
  }, [draft]);
  const over = () => {
    isOver.current = true;
    forgetDraft(key);
  };
  const back = (account: string) => {
    // Opened by its address there is nothing of ours to go back to.
    if (visit === 'default') void navigate(`/accounts/${account}`, { replace: true });
    else void navigate(-1);
  };
  return {
    isShown,
    saving: over,
    /** The draft is kept also when the form is gone, and the notice leads back to it. */
    refused: () => {
      isOver.current = false;
      const refused = latest.current;
      if (keepDraft(refused) && !isShown()) offerDraft(refused, wordsOf(refused), goTo);
    },
    leave: (account: string) => {
      over();
      if (isShown()) back(account);
    },
    back,
  };
}
