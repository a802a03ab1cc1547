import { figureProps } from '@/components/charts/figure';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import { lastDayOf } from '@/domain/reports/pieces';
import { type FigureOf, figureIn, ReportFigure } from '@/domain/reports/ReportFigure';
import { useFigureWays } from '@/domain/reports/useFigureWays';
import type { CalendarDay, CalendarMonth, Day, Month } from '@/generated/contract';
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
  const ofMonth = (side: 'income' | 'expenses', amount: number): FigureOf => ({
    id: `${month.month}/${side}`,
    name: figureTexts[side],
    when: monthTitle(month.month),
    value: format(amount),
    part: { side: side === 'income' ? 'income' : 'expense' },
    adjusts: [{ dates: daysOf(month.month) }],
  });
  return (
    <section className={styles.month}>
      <h3>{monthTitle(month.month)}</h3>
      <p className={styles.sums}>
        <span className={styles.income}>
          {figureTexts.income}{' '}
          <span data-amount>
            <ReportFigure of={ofMonth('income', month.income)} isTabStop={false} />
          </span>
        </span>
        <span className={styles.expense}>
          {figureTexts.expenses}{' '}
          <span data-amount>
            <ReportFigure of={ofMonth('expenses', -month.expense)} isTabStop={false} />
          </span>
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

/** The first and the last day of a month. */
function daysOf(month: Month) {
  return { from: `${month}-01`, to: lastDayOf(month) };
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

/** A day with the bars of its shares of the month; it opens its transactions. */
function DayCell({ day, sums, largest }: DayCellProps) {
  const { format } = useAmountFormat();
  const dates = usePref('dateFormat');
  const home = useFigureHome();
  const ways = useFigureWays();
  const date = Number(day.slice(8));
  if (!sums) return <span className={styles.day}>{date}</span>;
  const { income, expense } = sums;
  const name = formatDay(day, dates);
  const words = figureTexts.calendarDay(name, format(income), format(expense));
  const bars = <DayBars sums={sums} largest={largest} date={date} />;
  if (!home) return <span className={styles.day}>{bars}</span>;
  const figure = figureIn(home, {
    id: day,
    when: name,
    value: format(income - expense),
    part: { day },
  });
  return (
    <button {...figureProps(ways(figure), words, false)} title={words} className={styles.day}>
      {bars}
    </button>
  );
}

function DayBars({ sums, largest, date }: { sums: CalendarDay; largest: number; date: number }) {
  const { income, expense } = sums;
  const [inflow, outflow] = [sums.incomeShare, sums.expenseShare].map(
    (share) => `max(3px, ${(share / largest) * 100}%)`,
  );
  return (
    <>
      <span aria-hidden="true">{date}</span>
      <span className={styles.bars} aria-hidden="true">
        {income > 0 && <span className={styles.in} style={{ blockSize: inflow }} />}
        {expense > 0 && <span className={styles.out} style={{ blockSize: outflow }} />}
      </span>
    </>
  );
}
