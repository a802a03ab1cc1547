import { newPayeeName } from '@/components/pickers/payeeOptions';
import type { TransactionDraft } from '@/domain/transactions/drafts';
import { rowsOfSplit } from '@/domain/transactions/splits';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { useAmountFormat } from '@/lib/prefs/useFormat';

/** A draft in a few words, for a notice: payee, amount and notes. */
export function useDraftWords({ payee }: TransactionData): (draft: TransactionDraft) => string {
  const amounts = useAmountFormat();
  return ({ draft: { split } }) => {
    const name = newPayeeName(split.row.payee) ?? payee.get(split.row.payee ?? '')?.name;
    const notes = rowsOfSplit(split).map((row) => row.notes);
    return [name, amounts.formatFull(split.row.amount), ...notes].filter(Boolean).join(', ');
  };
}
