import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { LoadFailed } from '@/components/LoadFailed';
import { NotePopover } from '@/components/NoteButton';
import { useReorder } from '@/components/reorder/useReorder';
import type { Account } from '@/generated/contract';
import { type AccountGroups, groupAccounts, useAccounts } from '@/lib/accounts/accounts';
import { saveAccountNote } from '@/lib/accounts/changes';
import { bankPaths } from '@/lib/banks/paths';
import { useNote } from '@/lib/notes/notes';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';
import { run } from '../run';
import { WaitingAccounts } from '../WaitingAccounts';
import { AccountList } from './AccountList';
import { AccountMenu, type OpenMenu } from './AccountMenu';
import type { RowActions } from './AccountRow';
import { AddAccount } from './AddAccount';
import { ClosedAccounts } from './ClosedAccounts';
import { GroupLink } from './GroupLink';
import { moveTo } from './moveTo';
import { listOf } from './places';
import styles from './sidebar.module.css';

const REORDER = { move: moveTo, focusable: linkOf };
const NO_GROUPS: AccountGroups = { open: [], onBudget: [], offBudget: [], closed: [] };

/** All accounts with their live balances, by group; closed ones behind a disclosure. */
export function AccountLists() {
  const { data, error, refetch } = useAccounts();
  const { open, onBudget, offBudget, closed } = useMemo(
    () => (data ? groupAccounts(data) : NO_GROUPS),
    [data],
  );
  const { actions, menu, setMenu, note, setNote, renaming, dragging } = useRows();
  if (error && !data) {
    return <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>;
  }
  // Totals of no accounts would read as money that is gone.
  if (!data) return <WaitingAccounts className={styles.waiting} />;
  if (data.length === 0) return <AddAccount isFirst />;
  const shared = { renaming, menuOf: menu?.account.id ?? null, dragging, actions };
  return (
    <div className={styles.lists} data-dragging={dragging !== null || undefined}>
      <GroupLink title={commonTexts.allAccounts} to="/accounts" accounts={open} />
      {onBudget.length > 0 && (
        <section aria-label={commonTexts.budgetAccounts}>
          <GroupLink
            title={commonTexts.budgetAccounts}
            to="/accounts/budgeted"
            accounts={onBudget}
          />
          <AccountList title={commonTexts.budgetAccounts} accounts={onBudget} {...shared} />
        </section>
      )}
      {offBudget.length > 0 && (
        <section aria-label={commonTexts.offBudget}>
          <GroupLink title={commonTexts.offBudget} to="/accounts/offbudget" accounts={offBudget} />
          <AccountList title={commonTexts.offBudget} accounts={offBudget} {...shared} />
        </section>
      )}
      {closed.length > 0 && (
        <ClosedAccounts accounts={closed}>
          <AccountList title={shellTexts.closedAccounts} accounts={closed} {...shared} />
        </ClosedAccounts>
      )}
      <AddAccount />
      {menu && (
        <AccountMenu
          {...menu}
          context={actions.contextOf(menu.account, listOf(menu.account, data))}
          onClose={() => setMenu(null)}
        />
      )}
      {note && <AccountNote {...note} onClose={() => setNote(null)} />}
    </div>
  );
}

/** The open menu, note or rename field of the rows, and their actions. */
function useRows() {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [note, setNote] = useState<OpenMenu | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const { dragging, start, step } = useReorder<Account>(REORDER);
  const navigate = useNavigate();
  const actions = useMemo<RowActions>(
    () => ({
      openMenu: (account, anchor) => setMenu({ account, anchor }),
      endRename: ({ id }, byKey) => {
        flushSync(() => setRenaming(null));
        if (byKey) linkOf(id)?.focus();
      },
      startDrag: start,
      contextOf: (account, list) => ({
        account,
        list,
        onRename: () => setRenaming(account.id),
        onNote: () => setNote({ account, anchor: linkOf(account.id) ?? document.body }),
        step: (by) => step(account, by, list),
        show: () => void navigate(`/accounts/${account.id}`),
        showBankSettings: () => void navigate(bankPaths.settings(account.id)),
      }),
    }),
    [start, step, navigate],
  );
  return { actions, menu, setMenu, note, setNote, renaming, dragging };
}

function linkOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-account="${CSS.escape(id)}"] a`);
}

interface AccountNoteProps {
  account: Account;
  anchor: Element;
  onClose: () => void;
}

function AccountNote({ account, anchor, onClose }: AccountNoteProps) {
  const known = useNote(`account-${account.id}`);
  return (
    <NotePopover
      about={account.name}
      {...known}
      onSave={(text) => void run(saveAccountNote(account, text))}
      trigger={{ isOpen: true, onOpenChange: (open) => !open && onClose() }}
      triggerRef={{ current: anchor }}
    />
  );
}
