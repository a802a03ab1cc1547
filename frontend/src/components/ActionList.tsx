import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { type Action, labelOf } from '@/lib/actions/actions';
import styles from './ActionList.module.css';

export interface ListedAction {
  id: string;
  label: string;
  icon?: ReactNode;
  look?: 'danger';
  /** Why it cannot run now. */
  reason?: string | undefined;
}

/** The entries of actions that apply. */
export function listedActions<Context>(
  actions: readonly Action<Context>[],
  context: Context,
): ListedAction[] {
  return actions.map((action) => {
    const { id, icon: Icon, look } = action;
    return {
      id,
      label: labelOf(action, context),
      icon: Icon && <Icon size="1rem" aria-hidden="true" />,
      ...(look ? { look } : {}),
      reason: action.reason?.(context),
    };
  });
}

interface ActionListProps {
  label: string;
  actions: readonly ListedAction[];
  onAction: (id: string) => void;
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys move among the actions, round and round. */
function moveByArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons.at((now + step) % buttons.length)?.focus();
  event.preventDefault();
}

/** Actions one below the other, in a sheet or a panel; those that cannot run are left out. */
export function ActionList({ label, actions, onAction }: ActionListProps) {
  return (
    <ul className={styles.list} aria-label={label} onKeyDown={moveByArrow}>
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
