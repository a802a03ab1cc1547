import { MoreHorizontal } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { NavLink } from 'react-router';
import { Spoken } from '@/components/Spoken';
import { useFileDrop } from '@/components/useFileDrop';
import type { Account } from '@/generated/contract';
import { pressAction } from '@/lib/actions/actions';
import { useBankState } from '@/lib/banks/status';
import { openModal } from '@/lib/modals/named';
import { accountsTexts } from '@/texts/accounts';
import { shellTexts } from '@/texts/shell';
import { ACCOUNT_MENU, type AccountAt } from '../actions/account';
import { Balance, useBalanceText } from '../Balance';
import { BankDot, spokenName } from '../BankDot';
import { NameField } from './NameField';
import styles from './sidebar.module.css';

/** Shared by the rows of all lists. */
export interface RowActions {
  openMenu: (account: Account, anchor: Element) => void;
  /** The account as its actions need it. */
  contextOf: (account: Account, list: readonly Account[]) => AccountAt;
  endRename: (account: Account, byKey: boolean) => void;
  startDrag: (event: PointerEvent<HTMLElement>, account: Account, list: readonly Account[]) => void;
}

interface AccountRowProps {
  account: Account;
  list: readonly Account[];
  isRenaming: boolean;
  isDragged: boolean;
  /** Whether its menu is open. */
  hasMenu: boolean;
  /** Where the insertion line is, if it is at this row. */
  drop: 'before' | 'after' | undefined;
  actions: RowActions;
}

/** An account with its live balance: a link to its register, with a menu of its own. */
export function AccountRow(props: AccountRowProps) {
  const { account, list, isRenaming, isDragged, hasMenu, drop, actions } = props;
  const text = useBalanceText(account);
  const bankState = useBankState(account);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (!handleKey(event, actions.contextOf(account, list), actions)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const files = useFileDrop(
    account.closed
      ? null
      : (files) => openModal('import-transactions', { accountId: account.id, files }),
  );
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    actions.openMenu(account, event.currentTarget);
  };
  return (
    <li
      className={styles.item}
      data-account={account.id}
      data-dragged={isDragged || undefined}
      data-menu={hasMenu || undefined}
      data-drop={drop}
      data-files={files.isOver || undefined}
      {...files.handlers}
    >
      {isRenaming ? (
        <NameField account={account} onDone={(byKey) => actions.endRename(account, byKey)} />
      ) : (
        <>
          <NavLink
            to={`/accounts/${account.id}`}
            className={styles.row ?? ''}
            draggable={false}
            onKeyDown={press}
            onContextMenu={openMenu}
            onPointerDown={(event) => actions.startDrag(event, account, list)}
          >
            <Spoken text={shellTexts.balance(spokenName(account.name, bankState), text)}>
              <BankDot state={bankState} />
              <span className={styles.name} title={account.name}>
                {account.name}
              </span>
              <Balance account={account} />
            </Spoken>
          </NavLink>
          <button
            type="button"
            className={styles.more}
            tabIndex={-1}
            aria-label={accountsTexts.actions(account.name)}
            onClick={openMenu}
          >
            <MoreHorizontal size="1rem" aria-hidden="true" />
          </button>
        </>
      )}
    </li>
  );
}

/** True when the key was for the account. */
function handleKey(event: KeyboardEvent<HTMLElement>, at: AccountAt, actions: RowActions): boolean {
  const { key, altKey, shiftKey, currentTarget } = event;
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null;
  if (pressAction(ACCOUNT_MENU.flat(), at, event.nativeEvent)) return true;
  if (step && !altKey && !shiftKey) focusNext(currentTarget, step);
  else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
    actions.openMenu(at.account, currentTarget);
  } else return false;
  return true;
}

/** Arrows walk along all the links of the accounts. */
function focusNext(from: HTMLElement, step: -1 | 1): void {
  const links = [...(from.closest('nav')?.querySelectorAll<HTMLElement>('a') ?? [])];
  links[links.indexOf(from) + step]?.focus();
}
