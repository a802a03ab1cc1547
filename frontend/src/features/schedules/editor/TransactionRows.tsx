import { useLookups } from '@/domain/transactions/useTransactionData';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import styles from './editor.module.css';
import type { FoundRow } from './foundTransactions';

interface TransactionRowsProps {
  label: string;
  rows: readonly FoundRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** Transactions to select. */
export function TransactionRows({ label, rows, selected, onSelect }: TransactionRowsProps) {
  const lookups = useLookups();
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  if (rows.length === 0) return null;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <ul aria-label={label} className={styles.rows}>
      {rows.map(({ id, date, payee, account, amount, notes }) => (
        <li key={id}>
          <label className={styles.row}>
            <input type="checkbox" checked={selected.has(id)} onChange={() => toggle(id)} />
            <span className={styles.day}>{formatDay(date, dates)}</span>
            <span className={styles.text}>
              {lookups.payee.get(payee ?? '')?.name ?? ''}
              {notes && <span className={styles.quiet}> {notes}</span>}
            </span>
            <span className={styles.quiet}>{lookups.account.get(account)?.name ?? ''}</span>
            <span className={styles.figure}>{amounts.format(amount)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
