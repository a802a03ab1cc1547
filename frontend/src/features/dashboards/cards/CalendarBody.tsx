import type { CalendarFigures } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import styles from '../calendar.module.css';
import { CalendarMonthTable } from './CalendarMonthTable';

/** The months of a range, each with its days. */
export function CalendarBody({ figures: { months } }: { figures: CalendarFigures }) {
  if (months.length === 0) return <p>{figureTexts.calendarEmpty}</p>;
  return (
    <div className={styles.months}>
      {months.map((month) => (
        <CalendarMonthTable key={month.month} month={month} />
      ))}
    </div>
  );
}
