import type { Transaction } from '@/domain/transactions/transaction';
import { useBalance } from '../useRegisterList';
import styles from './grid.module.css';
import type { RegisterModel } from './registerModel';

/** The running balance at a transaction; it follows every change of an older one. */
export function BalanceCell({ row, model }: { row: Transaction; model: RegisterModel }) {
  const balance = useBalance(model.list, row.id);
  if (row.is_child || balance === null) return null;
  return (
    <span
      className={styles.figure}
      data-negative={balance < 0 || undefined}
      data-zero={balance === 0 || undefined}
    >
      {model.amounts.format(balance)}
    </span>
  );
}
