import { ChevronDown, ChevronUp, CircleUserRound } from 'lucide-react';
import { useLocation } from 'react-router';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { useConnection } from '@/lib/connection/backend';
import { useBrowserSession } from '@/lib/connection/session';
import { openModal } from '@/lib/modals/named';
import { useServer } from '@/lib/server/server';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { shellTexts } from '@/texts/shell';
import {
  goToChangePassword,
  goToServer,
  goToSignIn,
  leaveBrowser,
  leaveServer,
} from './serverSteps';
import { closeFile, openShortcutHelp } from './shellActions';
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

const act = {
  sign: () => void goToSignIn(),
  password: () => void goToChangePassword(),
  devices: () => openModal('devices', {}),
  out: () => void leaveServer(),
  browser: () => void leaveBrowser(),
  server: () => void goToServer(),
  help: openShortcutHelp,
  close: () => void closeFile(),
};

/** Somebody is signed in to a server, even if it is unreachable now. */
const isAtServer = ({ url, user }: State) => Boolean(url && user);

/** Shows the server and the user signed in there, with the actions for both. */
export function ServerMenu({ isSmall = false }: { isSmall?: boolean }) {
  const state = useServer();
  const label = useLabel(state);
  const { byPassword } = useBrowserSession();
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
      <Menu placement="bottom end" onAction={(key) => act[key as keyof typeof act]()}>
        {serverItems(state, byPassword)}
        <MenuItem id="server">{state.url ? serverTexts.other : serverTexts.use}</MenuItem>
        <MenuSeparator />
        <MenuItem id="help" keys="?">
          {shellTexts.shortcuts}
        </MenuItem>
        <MenuItem id="close" keys="Mod+O">
          {shellTexts.switchBudget}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}

/** The same menu at the bottom of the screens without an open budget, for signed-in users. */
export function ManagerServerMenu() {
  const state = useServer();
  const label = useLabel(state);
  const { byPassword } = useBrowserSession();
  const { pathname } = useLocation();
  if (!(isAtServer(state) || byPassword) || pathname !== '/') return null;
  return (
    <MenuTrigger>
      <Button look="bare" className={styles.account} data-server-menu="">
        {label}
        <ChevronUp size="0.875rem" aria-hidden="true" />
      </Button>
      <Menu placement="top end" onAction={(key) => act[key as keyof typeof act]()}>
        {serverItems(state, byPassword)}
      </Menu>
    </MenuTrigger>
  );
}

function serverItems(state: State, byPassword: boolean) {
  const isSignedIn = isAtServer(state);
  return [
    Boolean(state.url) && state.user === null && (
      <MenuItem key="sign" id="sign">
        {serverTexts.signIn}
      </MenuItem>
    ),
    isSignedIn && (
      <MenuItem key="password" id="password">
        {exact.changePassword}
      </MenuItem>
    ),
    isSignedIn && (
      <MenuItem key="devices" id="devices">
        {serverTexts.openDevices}
      </MenuItem>
    ),
    isSignedIn && (
      <MenuItem key="out" id="out">
        {exact.signOut}
      </MenuItem>
    ),
    byPassword && (
      <MenuItem key="browser" id="browser">
        {serverTexts.signBrowserOut}
      </MenuItem>
    ),
  ];
}
