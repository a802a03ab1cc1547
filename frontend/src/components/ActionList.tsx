import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import styles from './ActionList.module.css';

export interface ListedAction {
  id: string;
  label: string;
  icon?: ReactNode;
  look?: 'danger';
  /** Why it cannot run now. */
  reason?: string | undefined;
}

interface ActionListProps {
  label: string;
  actions: readonly ListedAction[];
  onAction: (id: string) => void;
}

/** Actions one below the other, in a sheet or a panel; those that cannot run are left out. */
export function ActionList({ label, actions, onAction }: ActionListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
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
  );
}
