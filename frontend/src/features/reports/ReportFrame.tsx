import type { ReactNode } from 'react';
import type { Calendar } from '@/domain/reports/calendar';
import { useCalendar } from '@/domain/reports/calendar';
import { ReportFailed } from './ReportFailed';
import { ReportWaiting } from './ReportWaiting';
import styles from './reports.module.css';

interface ReportFrameProps {
  title: string;
  /** Draws the report once the calendar of its months is loaded. */
  children: (calendar: Calendar) => ReactNode;
}

/** The title of a report, and what it shows or why it cannot. */
export function ReportFrame({ title, children }: ReportFrameProps) {
  const { calendar, error, retry } = useCalendar();
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      {calendar && children(calendar)}
      {!calendar && error && <ReportFailed error={error} onRetry={retry} />}
      {!calendar && !error && <ReportWaiting />}
    </div>
  );
}
