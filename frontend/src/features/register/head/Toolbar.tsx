import { ChevronsDownUp, ChevronsUpDown, MoreHorizontal } from 'lucide-react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { FilterButton } from '../filters/FilterButton';
import { SearchBox } from '../filters/SearchBox';
import type { Folding } from '../model/folding';
import { isSpecialView, type ViewId } from '../model/view';
import { ReconcileButton } from '../reconcile/ReconcileButton';
import type { RunningBalance } from '../useRunningBalance';
import styles from './head.module.css';

interface ToolbarProps {
  viewId: ViewId;
  balance: RunningBalance;
  folding: Folding;
  isFoldingLocked: boolean;
  onFold: (expanded: boolean) => void;
}

/** What can be done with the register as a whole. */
export function Toolbar(props: ToolbarProps) {
  const { viewId } = props;
  return (
    <div className={styles.toolbarRow}>
      <AriaToolbar aria-label="Register actions" className={styles.toolbar ?? ''}>
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

function AccountMenu({ balance }: ToolbarProps) {
  if (!balance.isPossible) return null;
  return (
    <MenuTrigger>
      <IconButton label="Account menu">
        <MoreHorizontal size={18} aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={(key) => key === 'balance' && balance.toggle()}>
        <MenuItem id="balance">
          {balance.isShown ? 'Hide Running Balance' : 'Show Running Balance'}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
