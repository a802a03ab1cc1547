import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { server } from '@/lib/server/server';
import { goToChangePassword, goToServer, goToSignIn, leaveServer } from './serverSteps';
import styles from './Titlebar.module.css';
import { exact, texts } from './texts';
import { closeFile, openShortcutHelp } from './useShellShortcuts';

function label({ url, user }: ReturnType<typeof server.getState>): string {
  if (url === null) return exact.noServer;
  if (url === undefined || user === undefined) return exact.loadingAccount;
  if (user === null) return exact.notLoggedIn;
  return user.offline ? exact.offline : exact.server;
}

const act = {
  sign: () => void goToSignIn(),
  password: () => void goToChangePassword(),
  out: () => void leaveServer(),
  server: () => void goToServer(),
  help: openShortcutHelp,
  close: () => void closeFile(),
};

/** Who is signed in at which server, and what can be done about that. */
export function ServerMenu() {
  const state = server();
  const isSignedIn = Boolean(state.url && state.user);
  const isNobody = Boolean(state.url) && state.user === null;
  return (
    <MenuTrigger>
      <Button look="bare" className={styles.account} data-server-menu="">
        {label(state)}
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Menu placement="bottom end" onAction={(key) => act[key as keyof typeof act]()}>
        {isNobody && <MenuItem id="sign">{texts.server.signIn}</MenuItem>}
        {isSignedIn && <MenuItem id="password">{exact.changePassword}</MenuItem>}
        {isSignedIn && <MenuItem id="out">{exact.signOut}</MenuItem>}
        <MenuItem id="server">{state.url ? texts.server.other : texts.server.use}</MenuItem>
        <MenuSeparator />
        <MenuItem id="help" keys="?">
          {texts.shell.shortcuts}
        </MenuItem>
        <MenuItem id="close" keys="Mod+O">
          {exact.closeFile}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
