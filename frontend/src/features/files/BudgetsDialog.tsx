import { Mail } from 'lucide-react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import styles from './Dialogs.module.css';

interface BudgetsDialogProps {
  title: string;
  /** What choosing one of them does. */
  lead: string;
  budgets: readonly { id: string; name: string; hint?: string | null; onPress: () => void }[];
  /** The button that chooses none. */
  leave: string;
  onClose: () => void;
}

/** Budgets by name, of which one is chosen. */
export function BudgetsDialog({ title, lead, budgets, leave, onClose }: BudgetsDialogProps) {
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      footer={
        <Button size="large" onPress={onClose}>
          {leave}
        </Button>
      }
    >
      <p className={styles.lead}>{lead}</p>
      <ul className={styles.backups} aria-label={title}>
        {budgets.map(({ id, name, hint, onPress }, place) => (
          <li key={id}>
            <Button look="bare" className={styles.backup} onPress={onPress} autoFocus={place === 0}>
              <Mail size="1rem" aria-hidden="true" />
              {name}
              {hint && <span className={styles.stored}>{hint}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
