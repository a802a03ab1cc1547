import { useEffect, useRef, useState } from 'react';
import { forgetDraft, keptDrafts, type TransactionDraft } from '@/domain/transactions/drafts';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { transactionFormTexts } from '@/texts/transactionForm';

/** The notice in a form that was restored. */
export const RESTORED_NOTICE = 'transaction-left';

/** The notice about a draft whose form is gone, which leads back to it. */
export const noticeOf = (key: string) => `transaction-form-${key}`;

/**
 * The draft a form begins with: the one kept of its transaction (of a new one where `id` is null),
 * which a notice says, or else a fresh one.
 */
export function useStart(id: string | null, fresh: () => TransactionDraft): TransactionDraft {
  const [{ draft, isRestored }, setStart] = useState(() => {
    const kept = keptDrafts(id).at(-1);
    return { draft: kept ?? fresh(), isRestored: kept !== undefined };
  });
  const again = useRef(() => {});
  useEffect(() => {
    again.current = () => {
      forgetDraft(draft.key);
      setStart({ draft: fresh(), isRestored: false });
    };
  });
  useEffect(() => {
    dismissNotice(noticeOf(draft.key));
    if (!isRestored) return;
    const title = id === null ? transactionFormTexts.startAnew : transactionFormTexts.discard;
    const button = { title, action: () => again.current() };
    const message = transactionFormTexts.notSavedYet;
    // A known one cannot be emptied by hand: the way to what is stored stays.
    notify({ id: RESTORED_NOTICE, type: 'message', message, button, sticky: id !== null });
    return () => dismissNotice(RESTORED_NOTICE);
  }, [id, draft.key, isRestored]);
  return draft;
}
