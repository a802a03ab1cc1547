/** What the grid of the register is drawn from; its rows and amounts lie in the list. */
import { createContext, use } from 'react';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import type { Columns } from '../model/columns';
import type { Folding } from '../model/folding';
import type { RegisterList } from '../model/registerList';
import type { Selection } from '../model/selection';
import type { Transaction } from '../model/transaction';
import type { RegisterData } from '../useRegisterData';

export interface RegisterModel {
  list: RegisterList;
  data: RegisterData;
  columns: Columns;
  folding: Folding;
  selection: Selection;
  amounts: AmountFormat;
  dates: DateFormat;
  offline: boolean;
  /** Why splits cannot be folded now. */
  foldingLocked: boolean;
}

export const RegisterModelContext = createContext<RegisterModel | null>(null);

export function useRegisterModel(): RegisterModel {
  const model = use(RegisterModelContext);
  if (!model) throw new Error('The register model is missing: wrap the grid in its context.');
  return model;
}

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

export function rowNames(row: Transaction, { data }: Pick<RegisterModel, 'data'>): RowNames {
  const payee = row.payee === null ? undefined : data.payee.get(row.payee);
  const account = data.account.get(row.account);
  const isTransfer = payee?.transfer_acct != null;
  const otherSide = isTransfer ? data.account.get(payee.transfer_acct ?? '') : undefined;
  const isInternal = isTransfer && Boolean(otherSide?.offbudget) === Boolean(account?.offbudget);
  const inBudget = account !== undefined && !account.offbudget;
  return {
    payee: payee?.name ?? '',
    category: row.category === null ? '' : (data.categoryName.get(row.category) ?? ''),
    account: account?.name ?? '',
    isTransfer,
    needsCategory: row.category === null && inBudget && !isInternal && !row.is_parent,
  };
}

/** What stands in the category column where there is no category. */
export function categoryWords(
  row: Transaction,
  names: RowNames,
  children: number,
  data: RegisterData,
): string {
  if (row.is_parent) return `Split (${children})`;
  if (names.category) return names.category;
  if (data.account.get(row.account)?.offbudget) return 'Off budget';
  return names.isTransfer && !names.needsCategory ? 'Transfer' : '';
}
