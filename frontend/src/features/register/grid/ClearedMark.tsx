import { Check, Circle, CircleDashed, Lock } from 'lucide-react';
import type { Transaction } from '@/domain/transactions/transaction';
import { registerTexts } from '@/texts/register';
import styles from './grid.module.css';

interface ClearedMarkProps {
  row: Transaction;
  /** In a form; in the grid the cell has the focus. */
  isTabStop?: boolean;
  /** A part that is listed without its split shows the state of the split. */
  isAlone?: boolean;
  /** The bank knows the transaction but has not booked it yet. */
  isPending?: boolean;
  onPress?: () => void;
}

/** Ring, check or lock: not cleared, cleared, reconciled. A part of a split goes with its parent. */
export function ClearedMark(props: ClearedMarkProps) {
  const { row, isTabStop = false, isAlone = false, isPending = false, onPress } = props;
  if (row.is_child && !isAlone) return null;
  const Icon = row.reconciled ? Lock : row.cleared ? Check : isPending ? CircleDashed : Circle;
  const state = row.reconciled ? 'reconciled' : row.cleared ? 'cleared' : 'open';
  const icon = (
    <Icon size={row.cleared ? 15 : 12} strokeWidth={row.cleared ? 2.5 : 2} aria-hidden="true" />
  );
  if (isAlone) {
    return (
      <span className={styles.mark} data-state={state}>
        {icon}
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      {...(onPress ? { onClick: onPress } : {})}
      aria-label={row.reconciled ? registerTexts.clearedReconciled : registerTexts.cleared}
      aria-pressed={row.cleared}
      title={isPending ? registerTexts.pendingAtBank : undefined}
      data-action="clear"
      data-state={state}
      className={styles.mark}
    >
      {icon}
    </button>
  );
}
