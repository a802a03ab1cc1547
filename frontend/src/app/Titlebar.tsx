import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import { titlebarPlace } from '@/components/TitlebarSlot';
import { useOffline } from '@/lib/connection/useOffline';
import { useHistory } from '@/lib/history/history';
import { stepText } from '@/lib/history/steps';
import { keyCaps } from '@/lib/keys/keys';
import { shellTexts } from '@/texts/shell';
import { ServerMenu } from './ServerMenu';
import { SyncButton } from './SyncButton';
import { ThemeMenu } from './ThemeMenu';
import styles from './Titlebar.module.css';
import { redo, undo } from './undo';

/** Above every screen: what the screen puts there, then undo, connection, theme, account. */
export function Titlebar() {
  return (
    <header className={styles.bar} data-region="titlebar">
      <div className={styles.slot} ref={titlebarPlace} />
      <div className={styles.end}>
        <HistoryButtons />
        <span className={styles.rule} />
        <SyncButton />
        <ThemeMenu />
        <ServerMenu />
      </div>
    </header>
  );
}

export function HistoryButtons() {
  const steps = useHistory();
  const offline = useOffline();
  return (
    <>
      <IconButton
        label={shellTexts.undo(stepText(steps.undo?.name ?? null))}
        hint={<kbd>{keyCaps('Mod+Z').join(' ')}</kbd>}
        isDisabled={steps.undo === null || offline}
        onPress={undo}
      >
        <Undo2 size="1.125rem" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={shellTexts.redo(stepText(steps.redo?.name ?? null))}
        hint={<kbd>{keyCaps('Mod+Shift+Z').join(' ')}</kbd>}
        isDisabled={steps.redo === null || offline}
        onPress={redo}
      >
        <Redo2 size="1.125rem" aria-hidden="true" />
      </IconButton>
    </>
  );
}
