import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsShown } from '@/components/useIsShown';
import { offerEdit } from '@/domain/transactions/run';
import { dismissNotice } from '@/lib/notices/notices';
import { forgetForm, keepForm, LEFT_NOTICE, type Left, leftForms, noticeOf } from './leftForm';
import type { Words } from './useWords';

/** Keeps what is typed for when the form is left, unless it is on its way to be saved. */
export function useLeaving(form: Left, words: Words) {
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const latest = useRef(form);
  latest.current = form;
  const isOver = useRef(false);
  const isShown = useIsShown();
  const { key, budget, held } = form;
  // Kept while it is open already: its end may come unannounced, and in no order with the next.
  useLayoutEffect(() => {
    if (isOver.current || keepForm({ key, budget, held })) return;
    // Nothing in it differs any more from what is stored.
    dismissNotice(LEFT_NOTICE);
  }, [key, budget, held]);
  const over = () => {
    isOver.current = true;
    forgetForm(key);
  };
  const back = (account: string) => {
    // Opened by its address there is nothing of ours to go back to.
    if (visit === 'default') void navigate(`/accounts/${account}`, { replace: true });
    else void navigate(-1);
  };
  return {
    isShown,
    saving: over,
    /** What was typed is kept also when the form is gone, and the notice leads back to it. */
    refused: () => {
      isOver.current = false;
      const refused = latest.current;
      if (!keepForm(refused) || isShown()) return;
      const id = refused.held.base?.row.id ?? null;
      const again = () => {
        if (!isTypedInto(id, key)) {
          keepForm(refused);
          void navigate(`/transaction/${id ?? 'new'}`);
        }
        // The form dismisses the notice once it has them; there may be none any more.
        return false;
      };
      const typed = id === null ? '' : words.changesOf(refused.held);
      offerEdit({ id: noticeOf(key), words: typed, again });
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
  if (id === null || leftForms(id).every((other) => other.key === key)) return false;
  const open = document.querySelector(`form[data-transaction=${JSON.stringify(id)}]`);
  open?.querySelector<HTMLElement>('h1')?.focus();
  return open !== null;
}
