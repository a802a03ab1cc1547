import { ChevronsDownUp, ChevronsUpDown, MoreHorizontal } from 'lucide-react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import { ActionButton } from '@/components/ActionButton';
import { actionItems } from '@/components/ActionItems';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuTrigger } from '@/components/Menu';
import { useRegisterView } from '@/domain/transactions/view';
import { FilterButton } from '@/features/filters/FilterButton';
import { SearchBox } from '@/features/filters/SearchBox';
import { ReconcileButton } from '@/features/reconcile/ReconcileButton';
import { actIn } from '@/lib/actions/actions';
import { useActions } from '@/lib/actions/useActions';
import { registerTexts } from '@/texts/register';
import { HEAD_ACTIONS, importFile, type RegisterHeadAt } from '../actions/account';
import { newTransaction, type RegisterScreen } from '../actions/screen';
import type { Folding } from '../model/folding';
import styles from './head.module.css';

interface ToolbarProps extends RegisterHeadAt {
  folding: Folding;
  isFoldingLocked: boolean;
  onFold: (expanded: boolean) => void;
  screen: RegisterScreen;
}

/** What can be done with the register as a whole. */
export function Toolbar(props: ToolbarProps) {
  const { viewId, screen } = props;
  return (
    <div className={styles.toolbarRow}>
      <AriaToolbar aria-label={registerTexts.registerActions} className={styles.toolbar ?? ''}>
        <ActionButton action={newTransaction} context={screen} />
        {!props.account?.closed && <ActionButton action={importFile} context={props} />}
        <FilterButton parts={screen} />
        {props.account && !props.account.closed && <ReconcileButton accountId={viewId} />}
        <span className={styles.spread} />
        <FoldButton {...props} />
        <AccountMenu {...props} />
      </AriaToolbar>
      <SearchBox parts={screen} />
    </div>
  );
}

function FoldButton({ folding, isFoldingLocked, onFold }: ToolbarProps) {
  const Icon = folding.expanded ? ChevronsDownUp : ChevronsUpDown;
  const label = folding.expanded
    ? registerTexts.collapseSplitTransactions
    : registerTexts.expandSplitTransactions;
  return (
    <IconButton
      label={isFoldingLocked ? registerTexts.notWhileNarrowed(label) : label}
      isDisabled={isFoldingLocked}
      onPress={() => onFold(!folding.expanded)}
    >
      <Icon size="1.0625rem" aria-hidden="true" />
    </IconButton>
  );
}

function AccountMenu(props: ToolbarProps) {
  // The menu says why reconciling is not possible while it is under way.
  useRegisterView((state) => state.reconcile !== null);
  useActions('register', HEAD_ACTIONS, props);
  return (
    <MenuTrigger>
      <IconButton label={registerTexts.accountMenu}>
        <MoreHorizontal size="1.125rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={(id) => actIn(HEAD_ACTIONS, id, props)}>
        {actionItems(HEAD_ACTIONS, props)}
      </Menu>
    </MenuTrigger>
  );
}
