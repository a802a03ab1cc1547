import { ChevronsDownUp, ChevronsUpDown, MoreHorizontal, Plus } from 'lucide-react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { FilterButton } from '../filters/FilterButton';
import { SearchBox } from '../filters/SearchBox';
import type { Folding } from '../model/folding';
import { type Expression, isSpecialView, type ViewId } from '../model/view';
import { ReconcileButton } from '../reconcile/ReconcileButton';
import type { RunningBalance } from '../useRunningBalance';
import { exportFile } from './exportFile';
import styles from './head.module.css';

interface ToolbarProps {
  viewId: ViewId;
  title: string;
  /** What the list is narrowed to; an export has the same. */
  filters: readonly Expression[];
  balance: RunningBalance;
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
          <Plus size={16} aria-hidden="true" />
          Add New
        </Button>
        <FilterButton />
        {!isSpecialView(viewId) && <ReconcileButton accountId={viewId} />}
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
      <Icon size={17} aria-hidden="true" />
    </IconButton>
  );
}

function AccountMenu({ viewId, title, filters, balance }: ToolbarProps) {
  const act = (key: unknown) => {
    if (key === 'balance') balance.toggle();
    else void exportFile(viewId === 'all' ? 'transactions' : title, filters);
  };
  return (
    <MenuTrigger>
      <IconButton label="Account menu">
        <MoreHorizontal size={18} aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={act}>
        {balance.isPossible && (
          <MenuItem id="balance">
            {balance.isShown ? 'Hide Running Balance' : 'Show Running Balance'}
          </MenuItem>
        )}
        <MenuItem id="export">Export</MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
