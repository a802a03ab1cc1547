import type { Bill } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { formatDay } from '@/lib/format/dates';
import { layerPaths } from '@/lib/layers/layers';
import { usePref } from '@/lib/prefs/prefs';
import { billsTexts, schedulesTexts } from '@/texts/schedules';
import styles from './coming.module.css';

interface BillListProps {
  label: string;
  bills: readonly Bill[];
  amounts: AmountFormat;
  payeeName: (id: string | null) => string;
  /** Leads to the schedule of a bill. */
  onOpen: (path: string) => void;
}

/** Bills that are to come; each leads to its schedule. */
export function BillList({ label, bills, amounts, payeeName, onOpen }: BillListProps) {
  const dates = usePref('dateFormat');
  return (
    <ul className={styles.bills} aria-label={label}>
      {bills.map(({ schedule, name, payee, date, amount, is_approximate, is_missed }) => {
        const cents = amounts.format(amount);
        return (
          <li key={`${schedule} ${date}`}>
            <button
              type="button"
              className={styles.bill}
              onClick={() => onOpen(layerPaths.schedule(schedule))}
            >
              <span className={styles.name}>{name ?? payeeName(payee)}</span>
              <span className={styles.figure}>
                {is_approximate ? schedulesTexts.approximately(cents) : cents}
              </span>
              <span className={styles.quiet} data-missed={is_missed || undefined}>
                {is_missed ? billsTexts.missed(formatDay(date, dates)) : formatDay(date, dates)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
