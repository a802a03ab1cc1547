/** Opens a new report about transactions similar to one, by month over the last year. */

import type { Transaction } from '@/domain/transactions/transaction';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { Condition } from '@/generated/contract';
import { newReportPlace } from './newReport';
import { BALANCE, LIVE, SPLIT } from './stored';

interface Subject {
  name: string;
  condition: Condition;
}

/** The subject for a report about a transaction: its category, otherwise its payee or account. */
function subjectOf(row: Transaction, data: TransactionData): Subject {
  const is = (field: 'category' | 'payee' | 'account', value: string, name = '') => ({
    name,
    condition: { field, op: 'is', value, type: 'id' } as Condition,
  });
  if (row.category) return is('category', row.category, data.categoryName.get(row.category));
  if (row.payee) return is('payee', row.payee, data.payee.get(row.payee)?.name);
  return is('account', row.account, data.account.get(row.account)?.name);
}

/** The address of the report. */
export function similarPlace(row: Transaction, data: TransactionData): string {
  const subject = subjectOf(row, data);
  return newReportPlace({
    name: subject.name,
    conditions: [subject.condition],
    balanceType: (row.amount ?? 0) < 0 ? BALANCE.payment : BALANCE.deposit,
    groupBy: SPLIT.interval,
    dateRange: LIVE.months12,
    showOffBudget: data.account.get(row.account)?.offbudget ?? false,
  });
}
