import { memo } from 'react';
import { NoteButton } from '@/components/NoteButton';
import type { Month } from '@/generated/contract';
import { monthShort, monthTitle, monthYear } from '@/lib/format/dates';
import { useNote } from '@/lib/notes/notes';
import { budgetTexts } from '@/texts/budget';
import { monthNote, saveMonthNote } from '../api';
import { useGridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import { LeftPill } from './LeftPill';
import { MonthMenu } from './MonthMenu';
import styles from './summary.module.css';

interface MonthHeadProps {
  month: Month;
  today: Month;
  /** The only month shown: its name is the title of the screen. */
  isAlone?: boolean;
}

/** The name of a month, its note and its menu, and what is left to budget in it. */
export const MonthHead = memo(function MonthHead({ month, today, isAlone }: MonthHeadProps) {
  const { type, groups, offline } = useGridModel();
  const at = { month, today, type, groups, offline };
  const title = monthTitle(month);
  const known = useNote(monthNote(month));
  return (
    <section
      aria-label={budgetTexts.summaryOf(title)}
      className={isAlone ? styles.alone : styles.head}
      data-today={month === today || undefined}
    >
      <h2 aria-label={title}>
        <span className={styles.long}>{title}</span>
        <span className={styles.short}>{`${monthShort(month)} ${monthYear(month)}`}</span>
      </h2>
      <span className={styles.buttons}>
        <NoteButton
          about={title}
          {...known}
          onSave={(note) => void run(saveMonthNote(month, note))}
        />
        <MonthMenu at={at} />
      </span>
      <LeftPill at={at} />
    </section>
  );
});
