import { CalendarDays } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyNote } from '@/components/EmptyNote';
import type { FigureOf } from '@/domain/reports/ReportFigure';
import { CalendarBody } from '@/features/dashboards/cards/CalendarBody';
import type { CalendarDay, CalendarFigures, Day } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { useBeside } from '../compare/useBeside';
import type { Behind } from '../drill/behind';
import { Facts } from '../Facts';
import { periodOf } from '../model/periods';
import type { About } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';
import styles from './views.module.css';

interface CalendarViewProps {
  figures: CalendarFigures;
  about: About;
}

/** The last of the days that are not ahead of today; the first one if all of them are. */
function lastUntil(days: readonly CalendarDay[], today: Day): number {
  return Math.max(
    0,
    days.findLastIndex(({ day }) => day <= today),
  );
}

/** The income and expenses of each day. */
export function CalendarView({ figures, about }: CalendarViewProps) {
  const written = useWritten();
  const beside = useBeside();
  const { months, totalIncome, totalExpense } = figures;
  const data = useMemo(() => {
    const days = months.flatMap((month) => month.days);
    return {
      id: about.id,
      title: about.title,
      sentence: words.calendarSentence(
        written.amounts.format(totalIncome),
        written.amounts.format(totalExpense),
      ),
      periodName: reportsTexts.day,
      // Transactions may be booked ahead.
      start: lastUntil(days, about.calendar.today),
      periods: days.map(({ day }) => periodOf(day, written.dates)),
      series: [
        {
          id: 'income',
          name: reportsTexts.income,
          values: days.map(({ income }) => income),
          total: totalIncome,
          look: 'up' as const,
          hue: 1 as const,
        },
        {
          id: 'expenses',
          name: reportsTexts.expenses,
          values: days.map(({ expense }) => 0 - expense),
          total: 0 - totalExpense,
          look: 'down' as const,
          hue: 2 as const,
        },
      ],
    };
  }, [months, totalIncome, totalExpense, written, about.id, about.title, about.calendar.today]);
  const { format } = written.amounts;
  const days = months.flatMap((month) => month.days);
  const behind: Behind = (series, at) => {
    const side = series === 'income' ? ('income' as const) : ('expense' as const);
    const day = at === null ? null : (days[at]?.day ?? null);
    return { part: day === null ? { side } : { side, day } };
  };
  const income: FigureOf = {
    id: 'income',
    name: reportsTexts.income,
    value: format(totalIncome),
    part: { side: 'income' },
  };
  const expenses: FigureOf = {
    id: 'expenses',
    name: reportsTexts.expenses,
    value: format(0 - totalExpense),
    part: { side: 'expense' },
  };
  const net = {
    id: 'net',
    part: {},
    terms: [income, expenses].map((of) => ({ sign: '+' as const, of })),
  };
  return (
    <>
      <Facts
        facts={[
          {
            name: reportsTexts.income,
            amount: income.value,
            of: income,
            ...beside('income'),
          },
          {
            name: reportsTexts.expenses,
            amount: expenses.value,
            of: expenses,
            ...beside('expenses'),
          },
          {
            name: figureTexts.net,
            amount: format(totalIncome - totalExpense),
            of: net,
            ...beside('net'),
            isMain: true,
          },
        ]}
      />
      <div className={styles.calendar}>
        <CalendarBody figures={figures} />
      </div>
      {data.periods.length === 0 ? (
        <EmptyNote icon={CalendarDays}>{reportsTexts.empty}</EmptyNote>
      ) : (
        <ViewChart data={data} written={written} behind={behind} />
      )}
    </>
  );
}
