import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { actionItems } from '@/components/ActionItems';
import { Button } from '@/components/Button';
import { Menu, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { RenameField } from '@/components/RenameField';
import { actIn } from '@/lib/actions/actions';
import { notify } from '@/lib/notices/notices';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { errorText } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';
import styles from './BudgetMenu.module.css';
import { BUDGET_MENU } from './menuActions';
import { switchBudget } from './shellActions';

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
  const context = {
    rename: () => setRenaming(true),
    goTo: (path: string) => void navigate(path),
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
      <Menu onAction={(id) => actIn([...BUDGET_MENU, switchBudget], id, context)}>
        {actionItems(BUDGET_MENU, context)}
        <MenuSeparator />
        {actionItems([switchBudget], context)}
      </Menu>
    </MenuTrigger>
  );
}
