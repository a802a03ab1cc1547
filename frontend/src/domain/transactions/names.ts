/** The words for what a transaction refers to by id. */
import { commonTexts } from '@/texts/common';
import { transactionsTexts } from '@/texts/transactions';
import type { Transaction } from './transaction';
import type { TransactionData } from './useTransactionData';

/** The words for a transaction's payee, category and account. */
export interface RowNames {
  payee: string;
  category: string;
  account: string;
  /** The other account of a transfer goes the money's way: out of this one, or into it. */
  isTransfer: boolean;
  /** A category is missing that the budget wants. */
  needsCategory: boolean;
}

export function rowNames(row: Transaction, { data }: { data: TransactionData }): RowNames {
  const payee = row.payee === null ? undefined : data.payee.get(row.payee);
  const account = data.account.get(row.account);
  const isTransfer = payee?.transfer_acct != null;
  const isInternal = staysInside(row, data);
  const inBudget = account !== undefined && !account.offbudget;
  return {
    payee: payee?.name ?? '',
    category: row.category === null ? '' : (data.categoryName.get(row.category) ?? ''),
    account: account?.name ?? '',
    isTransfer,
    needsCategory: row.category === null && inBudget && !isInternal && !row.is_parent,
  };
}

/** A transfer between two accounts of the same side of the budget. */
function staysInside(row: Transaction, data: TransactionData): boolean {
  const target = row.payee === null ? null : data.payee.get(row.payee)?.transfer_acct;
  if (target == null) return false;
  const isOff = (id: string) => Boolean(data.account.get(id)?.offbudget);
  return isOff(target) === isOff(row.account);
}

/**
 * Whether a category means anything to a transaction. The budget knows none outside of it, and
 * none for money that only changes its place; one that is there all the same can be taken off.
 */
export function takesCategory(row: Transaction, data: TransactionData): boolean {
  if (row.category !== null) return true;
  return !data.account.get(row.account)?.offbudget && !staysInside(row, data);
}

/** Why a transaction has no category to choose. */
export function noCategoryWords(row: Transaction, { data }: { data: TransactionData }): string {
  return data.account.get(row.account)?.offbudget
    ? transactionsTexts.offBudgetHasNoCategory
    : transactionsTexts.transferHasNoCategory;
}

/** The text of the category column for transactions without a category. */
export function categoryWords(
  row: Transaction,
  names: RowNames,
  children: number,
  data: TransactionData,
): string {
  if (row.is_parent) return transactionsTexts.split(children);
  if (names.category) return names.category;
  if (data.account.get(row.account)?.offbudget) return commonTexts.offBudget;
  return names.isTransfer && !names.needsCategory ? transactionsTexts.transfer : '';
}
