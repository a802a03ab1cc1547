import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import styles from './ActionSheet.module.css';
import { Dialog } from './Dialog';

interface SheetAction {
  id: string;
  label: string;
  icon?: ReactNode;
  look?: 'danger';
  reason?: string;
}

interface ActionSheetProps {
  title: string;
  actions: readonly SheetAction[];
  onAction: (id: string) => void;
  onClose: () => void;
}

/** A menu for a thumb: the actions of a row or a balance at the foot of the page. */
export function ActionSheet({ title, actions, onAction, onClose }: ActionSheetProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ul className={styles.list}>
        {actions
          .filter((action) => !action.reason)
          .map((action) => (
            <li key={action.id}>
              <Button
                className={`${styles.action} ${action.look ? styles.danger : ''}`}
                onPress={() => onAction(action.id)}
              >
                {action.icon}
                {action.label}
              </Button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
