import { useEffect, useRef } from 'react';
import { draftWords, noticeOf } from '@/domain/transactions/draftNotices';
import { keptDrafts } from '@/domain/transactions/drafts';
import { tellLost } from '@/domain/transactions/run';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { commonTexts } from '@/texts/common';
import { FormNotice } from './FormNotice';

interface GoneProps {
  id: string;
  data: TransactionData;
  children: string;
}

/** In place of the form of a transaction that was deleted; a notice says what was typed for it. */
export function Gone({ id, data, children }: GoneProps) {
  const naming = useRef({ data, amounts: useAmountFormat() });
  useEffect(() => {
    for (const draft of keptDrafts(id)) {
      tellLost(
        noticeOf(draft.key),
        draftWords(draft, naming.current),
        commonTexts.transactionDeleted,
      );
    }
  }, [id]);
  return <FormNotice>{children}</FormNotice>;
}
