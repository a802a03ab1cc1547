import { List } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { onRow, type PayeeAt, rowAt } from './at';

const run = (at: PayeeAt) => at.grid.onShow(rowAt(at));

export const showTransactions: Action<PayeeAt> = {
  id: 'show-transactions',
  label: payeesTexts.showTransactions,
  icon: List,
  applies: onRow,
  run,
};

export const openCount: Action<PayeeAt> = {
  ...showTransactions,
  id: 'open-count',
  label: payeesTexts.showTransactionsHelp,
  keys: ['Enter'],
  applies: (at) => onRow(at) && at.column === 'transactions',
};
