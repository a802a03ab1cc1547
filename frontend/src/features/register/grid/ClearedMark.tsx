import { Check, Circle, Lock } from 'lucide-react';
import type { Transaction } from '../model/transaction';
import styles from './grid.module.css';

/** Ring, check or lock: not cleared, cleared, reconciled. A part of a split goes with its parent. */
export function ClearedMark({ row }: { row: Transaction }) {
  if (row.is_child) return null;
  const Icon = row.reconciled ? Lock : row.cleared ? Check : Circle;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={row.reconciled ? 'Cleared, reconciled' : 'Cleared'}
      aria-pressed={row.cleared}
      data-action="clear"
      data-state={row.reconciled ? 'reconciled' : row.cleared ? 'cleared' : 'open'}
      className={styles.mark}
    >
      <Icon size={row.cleared ? 15 : 12} strokeWidth={row.cleared ? 2.5 : 2} aria-hidden="true" />
    </button>
  );
}
