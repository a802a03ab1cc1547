/** The inputs for drawing the register grid; the list holds the rows and amounts. */
import { createContext, use } from 'react';
import type { Selection } from '@/domain/transactions/selection';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { ViewId, ViewStore } from '@/domain/transactions/view';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import type { Columns } from '../model/columns';
import type { Folding } from '../model/folding';
import type { RegisterList } from '../model/registerList';

export interface RegisterModel {
  viewId: ViewId;
  list: RegisterList;
  view: ViewStore;
  data: TransactionData;
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
