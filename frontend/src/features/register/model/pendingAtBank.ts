import type { Transaction } from '@/domain/transactions/transaction';
import type { TransactionData } from '@/domain/transactions/useTransactionData';

/** Whether a transaction came from the bank and is not booked there yet. */
export function isPendingAtBank(row: Transaction, { account }: Pick<TransactionData, 'account'>) {
  if (row.cleared || row.is_child || !row.imported_id) return false;
  return account.get(row.account)?.bankId !== undefined;
}
