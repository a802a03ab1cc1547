import { ChevronDown, ChevronUp, CircleUserRound } from 'lucide-react';
import { useLocation } from 'react-router';
import { actionItems } from '@/components/ActionItems';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { actIn } from '@/lib/actions/actions';
import { useConnection } from '@/lib/connection/backend';
import { useBrowserSession } from '@/lib/connection/session';
import { useServer } from '@/lib/server/server';
import { exact } from '@/texts/exact';
import { HELP_MENU, isAtServer, SERVER_MENU, SESSION_MENU } from './menuActions';
import { switchBudget } from './shellActions';
import styles from './Titlebar.module.css';

type State = ReturnType<typeof useServer.getState>;

/** Beside the sync button, which says the same of the connection. */
function useLabel({ url, user }: State): string {
  const isLost = useConnection(({ status }) => status === 'lost');
  if (url === null) return exact.noServer;
  if (isLost) return exact.offline;
  if (url === undefined || user === undefined) return exact.loadingAccount;
  if (user === null) return exact.notLoggedIn;
  return user.offline ? exact.offline : exact.server;
}

const BELOW = [...HELP_MENU, switchBudget];
const ALL = [...SERVER_MENU, ...BELOW];

/** Shows the server and the user signed in there, with the actions for both. */
export function ServerMenu({ isSmall = false }: { isSmall?: boolean }) {
  const server = useServer();
  const label = useLabel(server);
  const { byPassword } = useBrowserSession();
  const context = { server, byPassword };
  const trigger = isSmall ? (
    <IconButton label={label} data-server-menu="">
      <CircleUserRound size="1.125rem" aria-hidden="true" />
    </IconButton>
  ) : (
    <Button look="bare" className={styles.account} data-server-menu="">
      {label}
      <ChevronDown size="0.875rem" aria-hidden="true" />
    </Button>
  );
  return (
    <MenuTrigger>
      {trigger}
      <Menu placement="bottom end" onAction={(id) => actIn(ALL, id, context)}>
        {actionItems(SERVER_MENU, context)}
        <MenuSeparator />
        {actionItems(BELOW, context)}
      </Menu>
    </MenuTrigger>
  );
}

/** The same menu at the bottom of the screens without an open budget, for signed-in users. */
export function ManagerServerMenu() {
  const server = useServer();
  const label = useLabel(server);
  const { byPassword } = useBrowserSession();
  const context = { server, byPassword };
  const { pathname } = useLocation();
  if (!(isAtServer(context) || byPassword) || pathname !== '/') return null;
  return (
    <MenuTrigger>
      <Button look="bare" className={styles.account} data-server-menu="">
        {label}
        <ChevronUp size="0.875rem" aria-hidden="true" />
      </Button>
      <Menu placement="top end" onAction={(id) => actIn(SESSION_MENU, id, context)}>
        {actionItems(SESSION_MENU, context)}
      </Menu>
    </MenuTrigger>
  );
}
