import type { Day } from '@/generated/contract';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { recurrenceTexts } from '@/texts/schedules';
import styles from './recurrence.module.css';

/** Next dates that the screens of a repeating date show. */
export const DATES_AHEAD = 4;

interface DateListProps {
  label: string;
  days: readonly Day[];
  /** Words for no days. */
  none: string;
}

/** A few dates with their weekdays. */
export function DateList({ label, days, none }: DateListProps) {
  const format = usePref('dateFormat');
  if (days.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <div className={styles.dates}>
      <span className={styles.label}>{label}</span>
      <ul aria-label={label}>
        {days.map((day, at) => (
          // Two dates may fall on one day, once they are moved off a weekend.
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of words without state.
          <li key={at}>
            <span className={styles.weekday}>{recurrenceTexts.weekdayShort(day)}</span>{' '}
            {formatDay(day, format)}
          </li>
        ))}
      </ul>
    </div>
  );
}
