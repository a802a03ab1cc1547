import {
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  Lock,
  Pencil,
  Scale,
  StickyNote,
  Unlink,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { Menu, MenuItem, MenuSeparator } from '@/components/Menu';
import type { Account } from '@/generated/contract';
import { reopenAccount } from '@/lib/accounts/changes';
import { openReconcile } from '@/lib/accounts/reconcileForm';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { run } from '../run';
import { words } from '../texts';
import { moveByKey } from './moveTo';

export interface OpenMenu {
  account: Account;
  anchor: Element;
}

interface AccountMenuProps extends OpenMenu {
  list: readonly Account[];
  onRename: () => void;
  onNote: () => void;
  onClose: () => void;
}

async function reopen(account: Account): Promise<void> {
  if (await run(reopenAccount(account))) {
    notify({ id: 'account-closed', type: 'message', message: words.reopened(account.name) });
  }
}

/** What each item of the menu does. */
function useActions({ account, list, onRename, onNote }: AccountMenuProps) {
  const navigate = useNavigate();
  return {
    rename: onRename,
    note: onNote,
    reconcile: () => {
      void navigate(`/accounts/${account.id}`);
      openReconcile(account.id);
    },
    up: () => moveByKey(account, -1, list),
    down: () => moveByKey(account, 1, list),
    unlink: () => openModal('unlink-account', { account }),
    close: () => openModal('close-account', { id: account.id }),
    reopen: () => void reopen(account),
  };
}

/** What can be done with an account, opened at its row. */
export function AccountMenu(props: AccountMenuProps) {
  const { account, anchor, list, onClose } = props;
  const act = useActions(props);
  return (
    <Menu
      aria-label={words.actions(account.name)}
      autoFocus="first"
      placement="bottom start"
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: anchor },
        onOpenChange: (open) => !open && onClose(),
      }}
      onAction={(id) => {
        onClose();
        afterClosing(act[id as keyof typeof act]);
      }}
    >
      <MenuItem id="rename" keys="F2" icon={<Pencil size="1rem" aria-hidden="true" />}>
        {words.rename}
      </MenuItem>
      <MenuItem id="note" icon={<StickyNote size="1rem" aria-hidden="true" />}>
        {words.note}
      </MenuItem>
      {!account.closed && (
        <MenuItem id="reconcile" icon={<Scale size="1rem" aria-hidden="true" />}>
          {words.reconcile}
        </MenuItem>
      )}
      <MenuSeparator />
      <MoveItems index={list.findIndex(({ id }) => id === account.id)} count={list.length} />
      <MenuSeparator />
      {account.bankId !== undefined && (
        <MenuItem id="unlink" icon={<Unlink size="1rem" aria-hidden="true" />}>
          {words.unlink}
        </MenuItem>
      )}
      {account.closed ? (
        <MenuItem id="reopen" icon={<ArchiveRestore size="1rem" aria-hidden="true" />}>
          {words.reopen}
        </MenuItem>
      ) : (
        <MenuItem id="close" icon={<Lock size="1rem" aria-hidden="true" />}>
          {words.close}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Up and down among the accounts of its list. */
function MoveItems({ index, count }: { index: number; count: number }) {
  return (
    <>
      <MenuItem
        id="up"
        keys="Alt+Shift+ArrowUp"
        icon={<ArrowUp size="1rem" aria-hidden="true" />}
        reason={index <= 0 ? words.alreadyFirst : undefined}
      >
        {words.moveUp}
      </MenuItem>
      <MenuItem
        id="down"
        keys="Alt+Shift+ArrowDown"
        icon={<ArrowDown size="1rem" aria-hidden="true" />}
        reason={index === count - 1 ? words.alreadyLast : undefined}
      >
        {words.moveDown}
      </MenuItem>
    </>
  );
}

/** The menu gives the focus back when it is gone; what takes it opens only after that. */
function afterClosing(open: () => void): void {
  setTimeout(() => requestAnimationFrame(open));
}
