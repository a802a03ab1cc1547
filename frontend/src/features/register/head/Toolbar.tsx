import { ChevronsDownUp, ChevronsUpDown, MoreHorizontal, Plus } from 'lucide-react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import type { Account } from '@/generated/contract';
import { reopenAccount } from '@/lib/accounts/changes';
import { openReconcile } from '@/lib/accounts/reconcileForm';
import { openModal } from '@/lib/modals/named';
import { FilterButton } from '../filters/FilterButton';
import { SearchBox } from '../filters/SearchBox';
import type { Folding } from '../model/folding';
import { type Expression, registerView, type ViewId } from '../model/view';
import { ReconcileButton } from '../reconcile/ReconcileButton';
import { run } from '../run';
import type { ColumnSizing } from '../useColumns';
import type { RunningBalance } from '../useRunningBalance';
import { exportFile } from './exportFile';
import styles from './head.module.css';

interface ToolbarProps {
  viewId: ViewId;
  /** The account, where the register is that of one. */
  account: Account | undefined;
  title: string;
  /** What the list is narrowed to; an export has the same. */
  filters: readonly Expression[];
  balance: RunningBalance;
  sizing: ColumnSizing;
  folding: Folding;
  isFoldingLocked: boolean;
  onFold: (expanded: boolean) => void;
  onAdd: () => void;
}

/** What can be done with the register as a whole. */
export function Toolbar(props: ToolbarProps) {
  const { viewId } = props;
  return (
    <div className={styles.toolbarRow}>
      <AriaToolbar aria-label="Register actions" className={styles.toolbar ?? ''}>
        <Button onPress={props.onAdd}>
          <Plus size="1rem" aria-hidden="true" />
          Add New
        </Button>
        <FilterButton />
        {props.account && !props.account.closed && <ReconcileButton accountId={viewId} />}
        <span className={styles.spread} />
        <FoldButton {...props} />
        <AccountMenu {...props} />
      </AriaToolbar>
      <SearchBox />
    </div>
  );
}

function FoldButton({ folding, isFoldingLocked, onFold }: ToolbarProps) {
  const Icon = folding.expanded ? ChevronsDownUp : ChevronsUpDown;
  const label = folding.expanded ? 'Collapse split transactions' : 'Expand split transactions';
  return (
    <IconButton
      label={isFoldingLocked ? `${label}: not while searching or filtering` : label}
      isDisabled={isFoldingLocked}
      onPress={() => onFold(!folding.expanded)}
    >
      <Icon size="1.0625rem" aria-hidden="true" />
    </IconButton>
  );
}

function AccountMenu({ viewId, title, filters, balance, sizing, account }: ToolbarProps) {
  const isReconciling = registerView((state) => state.reconcile !== null);
  const act = {
    balance: () => balance.toggle(),
    columns: () => sizing.reset(),
    // The prefix of a closed account is no part of its name, and no file may be called so.
    export: () =>
      void exportFile(viewId === 'all' ? 'transactions' : (account?.name ?? title), filters),
    reconcile: () => openReconcile(viewId),
    unlink: () => account && openModal('unlink-account', { account }),
    close: () => openModal('close-account', { id: viewId }),
    reopen: () => account && void run(reopenAccount(account)),
  };
  return (
    <MenuTrigger>
      <IconButton label="Account menu">
        <MoreHorizontal size="1.125rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={(key) => act[key as keyof typeof act]()}>
        {balance.isPossible && (
          <MenuItem id="balance">
            {balance.isShown ? 'Hide Running Balance' : 'Show Running Balance'}
          </MenuItem>
        )}
        {sizing.isSized && <MenuItem id="columns">Reset Column Widths</MenuItem>}
        <MenuItem id="export">Export</MenuItem>
        {account && !account.closed && (
          <MenuItem id="reconcile" keys="R" reason={isReconciling ? 'Underway' : undefined}>
            Reconcile
          </MenuItem>
        )}
        {account?.bankId !== undefined && <MenuItem id="unlink">Unlink Account</MenuItem>}
        {account && !account.closed && <MenuItem id="close">Close Account</MenuItem>}
        {account?.closed && <MenuItem id="reopen">Reopen Account</MenuItem>}
      </Menu>
    </MenuTrigger>
  );
}
