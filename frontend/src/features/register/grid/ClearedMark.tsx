import { Check, Circle, Lock } from 'lucide-react';
import type { Transaction } from '@/domain/transactions/transaction';
import { registerTexts } from '@/texts/register';
import styles from './grid.module.css';

interface ClearedMarkProps {
  row: Transaction;
  /** In a form; in the grid the cell has the focus. */
  isTabStop?: boolean;
  onPress?: () => void;
}

/** Ring, check or lock: not cleared, cleared, reconciled. A part of a split goes with its parent. */
export function ClearedMark({ row, isTabStop = false, onPress }: ClearedMarkProps) {
  if (row.is_child) return null;
  const Icon = row.reconciled ? Lock : row.cleared ? Check : Circle;
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      {...(onPress ? { onClick: onPress } : {})}
      aria-label={row.reconciled ? registerTexts.clearedReconciled : registerTexts.cleared}
      aria-pressed={row.cleared}
      data-action="clear"
      data-state={row.reconciled ? 'reconciled' : row.cleared ? 'cleared' : 'open'}
      className={styles.mark}
    >
      <Icon size={row.cleared ? 15 : 12} strokeWidth={row.cleared ? 2.5 : 2} aria-hidden="true" />
    </button>
  );
}
