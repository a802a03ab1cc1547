import { useEffect, useRef } from 'react';
import { tellLost } from '@/domain/transactions/run';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { FormNotice } from './FormNotice';
import { leftForms, noticeOf } from './leftForm';
import { useWords } from './useWords';

interface GoneProps {
  id: string;
  data: TransactionData;
  children: string;
}

/** In place of the form of a transaction that was deleted; gives back what was typed for it. */
export function Gone({ id, data, children }: GoneProps) {
  const words = useRef(useWords(data));
  useEffect(() => {
    for (const { key, held } of leftForms(id)) {
      tellLost(noticeOf(key), words.current.changesOf(held), 'was deleted');
    }
  }, [id]);
  return <FormNotice>{children}</FormNotice>;
}
