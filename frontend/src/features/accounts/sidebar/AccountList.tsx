import type { Dragging } from '@/components/reorder/useReorder';
import type { Account } from '@/generated/contract';
import { AccountRow, type RowActions } from './AccountRow';
import { placeAt } from './places';

interface AccountListProps {
  title: string;
  accounts: readonly Account[];
  renaming: string | null;
  /** The account whose menu is open. */
  menuOf: string | null;
  dragging: Dragging | null;
  actions: RowActions;
}

/** One list of accounts, in the order the person gave it. */
export function AccountList(props: AccountListProps) {
  const { title, accounts, renaming, menuOf, dragging, actions } = props;
  const line = insertionLine(accounts, dragging);
  return (
    <ul aria-label={title}>
      {accounts.map((account) => (
        <AccountRow
          key={account.id}
          account={account}
          list={accounts}
          isRenaming={renaming === account.id}
          isDragged={dragging?.id === account.id}
          hasMenu={menuOf === account.id}
          drop={line?.id === account.id ? line.side : undefined}
          actions={actions}
        />
      ))}
    </ul>
  );
}

interface Line {
  id: string;
  side: 'before' | 'after';
}

/** The row at which the insertion line is drawn; none where letting go changes nothing. */
function insertionLine(accounts: readonly Account[], dragging: Dragging | null): Line | null {
  const dragged = accounts.find(({ id }) => id === dragging?.id);
  const place = dragged && dragging && placeAt(dragged, dragging.index, accounts);
  if (!place) return null;
  if (place.targetId !== null) return { id: place.targetId, side: 'before' };
  const last = accounts.at(-1);
  return last ? { id: last.id, side: 'after' } : null;
}
