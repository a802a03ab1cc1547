import type { Transaction } from '@/domain/transactions/transaction';
import type { TransactionData } from '@/domain/transactions/useTransactionData';

/** Whether a transaction of a linked account came from the bank, which has not booked it yet. */
export function isPendingAtBank(row: Transaction, { account }: Pick<TransactionData, 'account'>) {
  if (row.cleared || row.is_child || !row.imported_id) return false;
  return account.get(row.account)?.bankId !== undefined;
}
