/** Actions of the register menu and the palette. */

import { FileDown } from 'lucide-react';
import { run } from '@/domain/transactions/run';
import type { Expression, ViewId, ViewStore } from '@/domain/transactions/view';
import { reopenAccount } from '@/lib/accounts/changes';
import { openReconcile } from '@/lib/accounts/reconcileForm';
import type { Action } from '@/lib/actions/actions';
import { openModal } from '@/lib/modals/named';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { exportFile } from '../head/exportFile';
import type { ColumnSizing } from '../useColumns';
import type { RunningBalance } from '../useRunningBalance';
import { BANK_ACTIONS, type BankAt } from './bank';

export interface RegisterHeadAt extends BankAt {
  viewId: ViewId;
  view: ViewStore;
  title: string;
  /** The filters of the list; an export uses the same. */
  filters: readonly Expression[];
  balance: RunningBalance;
  sizing: ColumnSizing;
}

const isOpen = ({ account }: RegisterHeadAt) => account !== undefined && !account.closed;

export const reconcile: Action<RegisterHeadAt> = {
  id: 'register-reconcile',
  label: commonTexts.reconcile,
  keys: ['R'],
  applies: isOpen,
  reason: ({ view }) => (view.getState().reconcile ? registerTexts.underway : undefined),
  run: ({ viewId }) => openReconcile(viewId),
};

/** Imports into the account; the special views ask for one. */
export const importFile: Action<RegisterHeadAt> = {
  id: 'import-transactions',
  label: commonTexts.import,
  icon: FileDown,
  general: commonTexts.importHelp,
  keys: ['I'],
  applies: ({ account }) => !account?.closed,
  run: ({ account }) =>
    openModal('import-transactions', { accountId: account?.id ?? null, files: [] }),
};

export const HEAD_ACTIONS: readonly Action<RegisterHeadAt>[] = [
  importFile,
  {
    id: 'running-balance',
    label: ({ balance }) =>
      balance.isShown ? registerTexts.hideRunningBalance : registerTexts.showRunningBalance,
    general: registerTexts.runningBalanceHelp,
    applies: ({ balance }) => balance.isPossible,
    run: ({ balance }) => balance.toggle(),
  },
  {
    id: 'reset-columns',
    label: registerTexts.resetColumnWidths,
    applies: ({ sizing }) => sizing.isSized,
    run: ({ sizing }) => sizing.reset(),
  },
  {
    id: 'export',
    label: registerTexts.export,
    general: registerTexts.exportTheTransactions,
    // The prefix of a closed account is no part of its name, and no file may be called so.
    run: ({ viewId, view, account, title, filters }) => {
      const name = viewId === 'all' ? 'transactions' : (account?.name ?? title);
      void exportFile(name, filters, view.getState().sort);
    },
  },
  reconcile,
  ...BANK_ACTIONS,
  {
    id: 'close-account',
    label: registerTexts.closeAccount,
    applies: isOpen,
    run: ({ viewId }) => openModal('close-account', { id: viewId }),
  },
  {
    id: 'reopen-account',
    label: registerTexts.reopenAccount,
    applies: ({ account }) => account?.closed === true,
    run: ({ account }) => account && void run(reopenAccount(account)),
  },
];
