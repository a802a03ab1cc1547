import { ChevronsDownUp, ChevronsUpDown, Eye, EyeOff } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { IconButton } from '@/components/IconButton';
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

interface MonthHeadsProps {
  today: Month;
  allCollapsed: boolean;
  onCollapseGroups: (collapsed: boolean) => void;
  onShowHidden: (shown: boolean) => void;
}

/** The name and the amount of each month above its columns, and the tools of the table. */
export function MonthHeads(props: MonthHeadsProps) {
  const { today, allCollapsed, onCollapseGroups, onShowHidden } = props;
  const { months, showHidden } = useGridModel();
  return (
    <div className={styles.heads} style={{ '--months': months.length } as CSSProperties}>
      <div className={styles.corner}>
        <h1 tabIndex={-1}>{budgetTexts.budget}</h1>
        <div className={styles.tools}>
          <IconButton
            label={allCollapsed ? budgetTexts.expandAllGroups : budgetTexts.collapseAllGroups}
            onPress={() => onCollapseGroups(!allCollapsed)}
          >
            {allCollapsed ? <ChevronsUpDown size="1rem" /> : <ChevronsDownUp size="1rem" />}
          </IconButton>
          <IconButton
            label={budgetTexts.showHidden}
            aria-pressed={showHidden}
            className={showHidden ? styles.pressed : undefined}
            onPress={() => onShowHidden(!showHidden)}
          >
            {showHidden ? <Eye size="1rem" /> : <EyeOff size="1rem" />}
          </IconButton>
        </div>
      </div>
      {months.map((month) => (
        <MonthHead key={month} month={month} today={today} />
      ))}
    </div>
  );
}

const MonthHead = memo(function MonthHead({ month, today }: { month: Month; today: Month }) {
  const { type, groups, offline } = useGridModel();
  const at = { month, today, type, groups, offline };
  const title = monthTitle(month);
  const known = useNote(monthNote(month));
  return (
    <section
      aria-label={budgetTexts.summaryOf(title)}
      className={styles.head}
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
