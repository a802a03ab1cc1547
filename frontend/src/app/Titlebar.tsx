import { CloudOff, HardDrive, Redo2, Undo2 } from 'lucide-react';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { titlebarPlace } from '@/components/TitlebarSlot';
import { useConnection } from '@/lib/connection/backend';
import { useOffline } from '@/lib/connection/useOffline';
import { history } from '@/lib/history/history';
import { keyCaps } from '@/lib/keys/keys';
import { ThemeMenu } from './ThemeMenu';
import styles from './Titlebar.module.css';
import { exact, texts } from './texts';
import { redo, undo } from './undo';
import { closeFile, openShortcutHelp } from './useShellShortcuts';

/** Above every screen: what the screen puts there, then undo, connection, theme, account. */
export function Titlebar() {
  return (
    <header className={styles.bar} data-region="titlebar">
      <div className={styles.slot} ref={titlebarPlace} />
      <div className={styles.end}>
        <HistoryButtons />
        <span className={styles.rule} />
        <ConnectionLabel />
        <ThemeMenu />
        <AccountMenu />
      </div>
    </header>
  );
}

export function HistoryButtons() {
  const steps = history();
  const offline = useOffline();
  return (
    <>
      <IconButton
        label={texts.shell.undo(steps.undo?.label ?? null)}
        hint={<kbd>{keyCaps('Mod+Z').join(' ')}</kbd>}
        isDisabled={steps.undo === null || offline}
        onPress={undo}
      >
        <Undo2 size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={texts.shell.redo(steps.redo?.label ?? null)}
        hint={<kbd>{keyCaps('Mod+Shift+Z').join(' ')}</kbd>}
        isDisabled={steps.redo === null || offline}
        onPress={redo}
      >
        <Redo2 size={18} aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** Where the budget is kept, or that the backend is out of reach. */
function ConnectionLabel() {
  const lost = useConnection(({ status }) => status === 'lost');
  const Icon = lost ? CloudOff : HardDrive;
  return (
    <span className={`${styles.state} ${lost ? styles.lost : ''}`} title={texts.shell.localHint}>
      <Icon size={15} aria-hidden="true" />
      {lost ? exact.offline : texts.shell.state.local}
    </span>
  );
}

function AccountMenu() {
  return (
    <MenuTrigger>
      <Button look="bare" className={styles.account}>
        {exact.noServer}
      </Button>
      <Menu
        placement="bottom end"
        onAction={(key) => (key === 'close' ? void closeFile() : openShortcutHelp())}
      >
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
