import { CalendarDays } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyNote } from '@/components/EmptyNote';
import { CalendarBody } from '@/features/dashboards/cards/CalendarBody';
import type { CalendarFigures } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
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

/** What came in and went out on each day. */
export function CalendarView({ figures, about }: CalendarViewProps) {
  const written = useWritten();
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
  }, [months, totalIncome, totalExpense, written, about.id, about.title]);
  const { format } = written.amounts;
  return (
    <>
      <Facts
        facts={[
          { name: reportsTexts.income, amount: format(totalIncome) },
          { name: reportsTexts.expenses, amount: format(0 - totalExpense) },
          { name: figureTexts.net, amount: format(totalIncome - totalExpense), isMain: true },
        ]}
      />
      <div className={styles.calendar}>
        <CalendarBody figures={figures} />
      </div>
      {data.periods.length === 0 ? (
        <EmptyNote icon={CalendarDays}>{reportsTexts.empty}</EmptyNote>
      ) : (
        <ViewChart data={data} written={written} />
      )}
    </>
  );
}
