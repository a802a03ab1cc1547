import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsShown } from '@/components/useIsShown';
import {
  forgetDraft,
  keepDraft,
  keptDrafts,
  type TransactionDraft,
} from '@/domain/transactions/drafts';
import { offerEdit } from '@/domain/transactions/run';
import { dismissNotice } from '@/lib/notices/notices';
import { noticeOf, RESTORED_NOTICE } from './useStart';

/** Keeps the draft for when the form is left, unless it is being saved. */
export function useLeaving(draft: TransactionDraft, wordsOf: (draft: TransactionDraft) => string) {
  const navigate = useNavigate();
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
      if (!keepDraft(refused) || isShown()) return;
      const id = refused.base?.row.id ?? null;
      const again = () => {
        if (!isTypedInto(id, key)) {
          keepDraft(refused);
          void navigate(`/transaction/${id ?? 'new'}`);
        }
        // The form dismisses the notice once it has the draft; there may be none any more.
        return false;
      };
      offerEdit({ id: noticeOf(key), words: id === null ? '' : wordsOf(refused), again });
    },
    leave: (account: string) => {
      over();
      if (isShown()) back(account);
    },
    back,
  };
}

/** Whether another form of the transaction is open with edits, which takes the keyboard then. */
function isTypedInto(id: string | null, key: string): boolean {
  if (id === null || keptDrafts(id).every((other) => other.key === key)) return false;
  const open = document.querySelector(`form[data-transaction=${JSON.stringify(id)}]`);
  open?.querySelector<HTMLElement>('h1')?.focus();
  return open !== null;
}
