/** What notices say about drafts: that one was restored, or could not be saved. */

import { useEffect, useRef } from 'react';
import { newPayeeName } from '@/components/pickers/payeeOptions';
import type { AmountFormat } from '@/lib/format/amount';
import { dismissNotice, notify, useNotices } from '@/lib/notices/notices';
import { offer, type Unsaved } from '@/lib/notices/saving';
import { draftTexts } from '@/texts/transactions';
import { forgetDraft, keepDraft, type TransactionDraft } from './drafts';
import { offerEdit } from './run';
import { payeeOf, type Split } from './splits';
import { rowsOf } from './transaction';
import type { TransactionData } from './useTransactionData';

/** The notice in a form that was restored. */
export const RESTORED_NOTICE = 'draft-restored';

/** The notice about a draft that is out of its form, which leads back to it. */
export const noticeOf = (key: string) => `draft-${key}`;

interface Naming {
  data: Pick<TransactionData, 'payee'>;
  amounts: AmountFormat;
}

export function payeeName(split: Split, { data }: Pick<Naming, 'data'>): string | undefined {
  const id = payeeOf(split);
  return newPayeeName(id) ?? data.payee.get(id ?? '')?.name;
}

/** Names a transaction by payee and amount. */
export function namesOf(split: Split, naming: Naming): string {
  const amount = naming.amounts.formatFull(split.row.amount);
  return [payeeName(split, naming), amount].filter(Boolean).join(', ');
}

/** A draft in a few words: payee, amount and notes. */
export function draftWords({ draft: { split } }: TransactionDraft, naming: Naming): string {
  const notes = rowsOf(split).map((row) => row.notes);
  return [namesOf(split, naming), ...notes].filter(Boolean).join(', ');
}

export type GoToDraft = (draft: TransactionDraft) => void;

/** Keeps a draft whose saving just failed, and offers to go on with it. */
export function offerDraft(draft: TransactionDraft, words: string, goTo: GoToDraft): void {
  if (keepDraft(draft)) offerEdit(offerOf(draft, words, goTo));
}

/** Offers to go on with a draft that was left, unless a notice says already why it was. */
export function offerLater(draft: TransactionDraft, words: string, goTo: GoToDraft): void {
  const { notSavedYet: message } = draftTexts;
  if (useNotices.getState().shown.some(({ id }) => id === noticeOf(draft.key))) return;
  offer(offerOf(draft, words, goTo), { type: 'warning', message });
}

function offerOf(draft: TransactionDraft, words: string, goTo: GoToDraft): Unsaved {
  const again = () => {
    // The one kept last is restored; the form dismisses the notice once it has it.
    if (keepDraft(draft)) goTo(draft);
    return false;
  };
  return { id: noticeOf(draft.key), words, again };
}

/** Says that a form was restored, and offers to begin again. */
export function useRestoredNotice(
  { key, base }: TransactionDraft,
  isRestored: boolean,
  startOver: () => void,
): void {
  const isNew = base === null;
  const again = useRef(startOver);
  useEffect(() => {
    again.current = startOver;
  });
  useEffect(() => {
    dismissNotice(noticeOf(key));
    if (!isRestored) return;
    const action = () => {
      forgetDraft(key);
      again.current();
    };
    const button = { title: isNew ? draftTexts.startOver : draftTexts.discard, action };
    const message = draftTexts.notSavedYet;
    // The fields of a stored one cannot be emptied by hand: the way to what is stored stays.
    notify({ id: RESTORED_NOTICE, type: 'message', message, button, sticky: !isNew });
    return () => dismissNotice(RESTORED_NOTICE);
  }, [key, isNew, isRestored]);
}
