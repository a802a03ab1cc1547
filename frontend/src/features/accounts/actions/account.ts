/** What can be done with an account of the sidebar. */

import {
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  FileDown,
  Landmark,
  Lock,
  Pencil,
  RefreshCw,
  Scale,
  Settings,
  StickyNote,
  Unlink,
} from 'lucide-react';
import type { Account } from '@/generated/contract';
import { reopenAccount } from '@/lib/accounts/changes';
import { openReconcile } from '@/lib/accounts/reconcileForm';
import type { Action } from '@/lib/actions/actions';
import { isLinkable, syncWithBank } from '@/lib/banks/status';
import { openModal } from '@/lib/modals/named';
import { accountsTexts } from '@/texts/accounts';
import { commonTexts } from '@/texts/common';
import { run } from '../run';

export interface AccountAt {
  account: Account;
  /** The accounts it is moved among. */
  list: readonly Account[];
  onRename: () => void;
  onNote: () => void;
  /** Moves it by one place in its list. */
  step: (by: -1 | 1) => void;
  /** Goes to its register. */
  show: () => void;
  /** Goes to the settings of its bank sync. */
  showBankSettings: () => void;
}

type AccountAction = Action<AccountAt>;

const indexIn = ({ account, list }: AccountAt) => list.findIndex(({ id }) => id === account.id);

const rename: AccountAction = {
  id: 'rename',
  label: commonTexts.rename,
  keys: ['F2'],
  icon: Pencil,
  run: ({ onRename }) => onRename(),
};

const note: AccountAction = {
  id: 'note',
  label: accountsTexts.note,
  icon: StickyNote,
  run: ({ onNote }) => onNote(),
};

const reconcile: AccountAction = {
  id: 'reconcile',
  label: commonTexts.reconcile,
  icon: Scale,
  applies: ({ account }) => !account.closed,
  run: ({ account, show }) => {
    show();
    openReconcile(account.id);
  },
};

const importFile: AccountAction = {
  id: 'import',
  label: commonTexts.importTransactions,
  icon: FileDown,
  applies: ({ account }) => !account.closed,
  run: ({ account }) => openModal('import-transactions', { accountId: account.id, files: [] }),
};

const moveUp: AccountAction = {
  id: 'up',
  label: commonTexts.moveUp,
  keys: ['Alt+Shift+ArrowUp'],
  icon: ArrowUp,
  reason: (at) => (indexIn(at) <= 0 ? commonTexts.alreadyFirst : undefined),
  run: ({ step }) => step(-1),
};

const moveDown: AccountAction = {
  id: 'down',
  label: commonTexts.moveDown,
  keys: ['Alt+Shift+ArrowDown'],
  icon: ArrowDown,
  reason: (at) => (indexIn(at) === at.list.length - 1 ? commonTexts.alreadyLast : undefined),
  run: ({ step }) => step(1),
};

const sync: AccountAction = {
  id: 'bank-sync',
  label: accountsTexts.syncAccount,
  icon: RefreshCw,
  applies: ({ account }) => account.bankId !== undefined && !account.closed,
  run: ({ account }) => void syncWithBank(account.id),
};

const link: AccountAction = {
  id: 'link',
  label: accountsTexts.linkAccount,
  icon: Landmark,
  applies: ({ account }) => isLinkable(account),
  run: ({ account }) => openModal('add-account', { upgradingAccountId: account.id }),
};

const bankSettings: AccountAction = {
  id: 'bank-settings',
  label: accountsTexts.bankSettings,
  icon: Settings,
  applies: ({ account }) => account.bankId !== undefined,
  run: ({ showBankSettings }) => showBankSettings(),
};

const unlink: AccountAction = {
  id: 'unlink',
  label: accountsTexts.unlinkAccount,
  icon: Unlink,
  applies: ({ account }) => account.bankId !== undefined,
  run: ({ account }) => openModal('unlink-account', { account }),
};

const close: AccountAction = {
  id: 'close',
  label: accountsTexts.close,
  icon: Lock,
  applies: ({ account }) => !account.closed,
  run: ({ account }) => openModal('close-account', { id: account.id }),
};

const reopen: AccountAction = {
  id: 'reopen',
  label: accountsTexts.reopen,
  icon: ArchiveRestore,
  applies: ({ account }) => account.closed,
  run: ({ account }) => void run(reopenAccount(account)),
};

export const ACCOUNT_MENU: readonly (readonly AccountAction[])[] = [
  [rename, note, reconcile, importFile],
  [moveUp, moveDown],
  [sync, link, unlink, bankSettings],
  [close, reopen],
];
