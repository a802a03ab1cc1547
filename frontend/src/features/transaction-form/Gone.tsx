import { useEffect, useRef } from 'react';
import { keptDrafts } from '@/domain/transactions/drafts';
import { tellLost } from '@/domain/transactions/run';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { transactionFormTexts } from '@/texts/transactionForm';
import { FormNotice } from './FormNotice';
import { useDraftWords } from './useDraftWords';
import { noticeOf } from './useStart';

interface GoneProps {
  id: string;
  data: TransactionData;
  children: string;
}

/** In place of the form of a transaction that was deleted; a notice says what was typed for it. */
export function Gone({ id, data, children }: GoneProps) {
  const wordsOf = useRef(useDraftWords(data));
  useEffect(() => {
    for (const draft of keptDrafts(id)) {
      tellLost(noticeOf(draft.key), wordsOf.current(draft), transactionFormTexts.wasDeleted);
    }
  }, [id]);
  return <FormNotice>{children}</FormNotice>;
}
