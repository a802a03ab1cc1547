/** What reconciling reads and writes. */

import type { Expression } from '@/domain/transactions/view';
import type { Account, AccountId, Amount, Day, TransactionId } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';
import { queryRows } from '@/lib/query/query';
import { reconcileTexts } from '@/texts/reconcile';
import { type Cleared, MAX_CANDIDATES, type Suspect } from './explain';

/** Cleared transactions looked at for slips; older ones were reconciled before, as a rule. */
const MAX_CLEARED = 500;

async function rows(filters: Expression[], limit: number): Promise<Suspect[]> {
  const found = await queryRows({
    table: 'transactions',
    tableOptions: { splits: 'none' },
    filterExpressions: filters,
    selectExpressions: ['id', 'date', 'amount', 'payee.name', 'notes'],
    limit,
  });
  return found.map(({ id, date, amount, notes, 'payee.name': payee }) => ({
    ...{ id, date, amount },
    payee: payee ?? notes ?? reconcileTexts.noPayee,
  }));
}

/** The newest transactions that may explain a difference. */
export async function fetchSuspects(account: AccountId): Promise<Cleared> {
  const [open, cleared] = await Promise.all([
    rows([{ account, cleared: false }], MAX_CANDIDATES),
    rows([{ account, cleared: true, reconciled: false }], MAX_CLEARED),
  ]);
  return { open, cleared };
}

export function markCleared(ids: readonly TransactionId[], cleared: boolean): Promise<unknown> {
  const updated = ids.map((id) => ({ id, cleared }));
  const named = step(cleared ? 'markedCleared' : 'markedNotCleared', { count: ids.length });
  return send('transactions-batch-update', { updated }, { step: named });
}

/** The wording is fixed. */
const ADJUSTMENT_NOTE = reconcileTexts.adjustmentNote;

/** Adds the cleared transaction that makes the account agree with the bank. */
export function addAdjustment(account: Account, amount: Amount, date: Day): Promise<unknown> {
  const added = [{ account: account.id, date, amount, cleared: true, notes: ADJUSTMENT_NOTE }];
  const named = step('adjustedBalance', { name: account.name });
  return send('transactions-batch-update', { added }, { step: named });
}

/** Locks everything that is cleared: it agrees with the bank now. Answers how many rows. */
export async function lockCleared(account: Account): Promise<number> {
  const rows = await queryRows({
    table: 'transactions',
    tableOptions: { splits: 'all' },
    filterExpressions: [{ account: account.id, cleared: true, reconciled: false }],
    selectExpressions: ['id'],
  });
  const updated = rows.map(({ id }) => ({ id, reconciled: true }));
  if (updated.length === 0) return 0;
  const named = step('reconciled', { name: account.name });
  await send('transactions-batch-update', { updated }, { step: named });
  return updated.length;
}
