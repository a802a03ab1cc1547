import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { RenameField } from '@/components/RenameField';
import { exportFromMenu } from '@/lib/files/exportBudget';
import { useOpenFile } from '@/lib/files/openFile';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { shellTexts } from '@/texts/shell';
import styles from './BudgetMenu.module.css';
import { closeFile, openShortcutHelp } from './shellActions';

function exportOpen(): void {
  const { id } = useOpenFile.getState();
  if (id) void exportFromMenu(id);
}

function openBackups(): void {
  const { id } = useOpenFile.getState();
  if (id) openModal('load-backup', { id });
}

function saveName(budgetName: string): void {
  savePrefs({ budgetName }).catch((error: unknown) =>
    notify({ type: 'error', message: errorText(error) }),
  );
}

/** The open budget's name with its menu; renaming happens in place. */
export function BudgetMenu() {
  const name = usePref('budgetName');
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const finish = (byKey: boolean) => {
    flushSync(() => setRenaming(false));
    // A user who left the field by a press elsewhere stays there.
    if (byKey) button.current?.focus();
  };
  if (renaming) {
    return (
      <RenameField
        isFromMenu
        label={shellTexts.budgetName}
        name={name}
        className={styles.rename}
        onCommit={(wanted, byKey) => {
          saveName(wanted);
          finish(byKey);
        }}
        onCancel={finish}
      />
    );
  }
  const act = {
    rename: () => setRenaming(true),
    export: exportOpen,
    backup: openBackups,
    repair: () => void navigate('/tools/fix-splits'),
    settings: () => void navigate('/settings'),
    help: openShortcutHelp,
    close: () => void closeFile(),
  };
  return (
    <MenuTrigger>
      <Button
        look="bare"
        className={styles.button}
        ref={button}
        aria-label={name}
        data-budget-menu=""
      >
        <span className={styles.name} title={name}>
          {name}
        </span>
        <ChevronDown size="1rem" className={styles.chevron} aria-hidden="true" />
      </Button>
      <Menu onAction={(key) => act[key as keyof typeof act]()}>
        <MenuItem id="rename">{exact.renameBudget}</MenuItem>
        <MenuItem id="export">{shellTexts.exportBudget}</MenuItem>
        <MenuItem id="backup">{filesTexts.backup.open}</MenuItem>
        <MenuItem id="repair">{exact.repairSplits}</MenuItem>
        <MenuItem id="settings">{shellTexts.settings}</MenuItem>
        <MenuItem id="help" keys="?">
          {exact.help}
        </MenuItem>
        <MenuSeparator />
        <MenuItem id="close" keys="Mod+O">
          {shellTexts.switchBudget}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
