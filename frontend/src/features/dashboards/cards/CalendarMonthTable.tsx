import type { CalendarDay, CalendarMonth, Day } from '@/generated/contract';
import { formatDay, monthTitle } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import { narrowWeekday, weekday } from '@/texts/weekdays';
import styles from '../calendar.module.css';
import { weeksOf } from '../model/weeks';

/** A month: what came in and went out in all, and on which days. */
export function CalendarMonthTable({ month }: { month: CalendarMonth }) {
  const { format } = useAmountFormat();
  const days = new Map(month.days.map((day) => [day.day, day]));
  const weeks = weeksOf(month);
  const largest = largestShare(month);
  return (
    <section className={styles.month}>
      <h3>{monthTitle(month.month)}</h3>
      <p className={styles.sums}>
        <span className={styles.income}>
          {figureTexts.income} <span data-amount>{format(month.income)}</span>
        </span>
        <span className={styles.expense}>
          {figureTexts.expenses} <span data-amount>{format(-month.expense)}</span>
        </span>
      </p>
      <table className={styles.days}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekday(day)}>
                {narrowWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  {day.startsWith(month.month) && (
                    <DayCell day={day} sums={days.get(day)} largest={largest} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DayCellProps {
  day: Day;
  sums: CalendarDay | undefined;
  /** The bar of this share is as long as there is room. */
  largest: number;
}

/** The largest share that a day has of what came in or went out in its month, in percent. */
function largestShare({ days }: CalendarMonth): number {
  return Math.max(
    1,
    ...days.flatMap(({ incomeShare, expenseShare }) => [incomeShare, expenseShare]),
  );
}

/** A day with the bars of its shares of the month. */
function DayCell({ day, sums, largest }: DayCellProps) {
  const { format } = useAmountFormat();
  const dates = usePref('dateFormat');
  const date = Number(day.slice(8));
  if (!sums) return <span className={styles.day}>{date}</span>;
  const { income, expense } = sums;
  const [inflow, outflow] = [sums.incomeShare, sums.expenseShare].map(
    (share) => `max(3px, ${(share / largest) * 100}%)`,
  );
  const words = figureTexts.calendarDay(formatDay(day, dates), format(income), format(expense));
  return (
    <span className={styles.day} title={words}>
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true">{date}</span>
      <span className={styles.bars} aria-hidden="true">
        {income > 0 && <span className={styles.in} style={{ blockSize: inflow }} />}
        {expense > 0 && <span className={styles.out} style={{ blockSize: outflow }} />}
      </span>
    </span>
  );
}
