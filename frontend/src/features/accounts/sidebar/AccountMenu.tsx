import { Fragment } from 'react';
import { actionItems } from '@/components/ActionItems';
import { Menu, MenuSeparator } from '@/components/Menu';
import type { Account } from '@/generated/contract';
import { actIn } from '@/lib/actions/actions';
import { overlayClosed } from '@/lib/focus/overlays';
import { accountsTexts } from '@/texts/accounts';
import { ACCOUNT_MENU, type AccountAt } from '../actions/account';

export interface OpenMenu {
  account: Account;
  anchor: Element;
}

interface AccountMenuProps extends OpenMenu {
  context: AccountAt;
  onClose: () => void;
}

/** What can be done with an account, opened at its row. */
export function AccountMenu(props: AccountMenuProps) {
  const { account, anchor, context, onClose } = props;
  return (
    <Menu
      aria-label={accountsTexts.actions(account.name)}
      autoFocus="first"
      placement="bottom start"
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: anchor },
        onOpenChange: (open) => !open && onClose(),
      }}
      onAction={(id) => {
        void overlayClosed().then(() => actIn(ACCOUNT_MENU.flat(), id, context));
        onClose();
      }}
    >
      {ACCOUNT_MENU.map((group, at) => (
        <Fragment key={group[0]?.id}>
          {at > 0 && <MenuSeparator />}
          {actionItems(group, context)}
        </Fragment>
      ))}
    </Menu>
  );
}
