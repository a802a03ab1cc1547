import { memo } from 'react';
import { Filled } from '@/components/Filled';
import { NoteButton } from '@/components/NoteButton';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthShort, monthTitle, monthYear } from '@/lib/format/dates';
import { useNote } from '@/lib/notes/notes';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { monthNote, saveMonthNote } from '../api';
import { Figure } from '../grid/Figure';
import { useGridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import { type SummaryLine, summaryShape } from '../model/amounts';
import styles from './summary.module.css';
import { Total } from './Total';

interface SummaryCardProps {
  month: Month;
  today: Month;
  isCollapsed: boolean;
}

/** A month's available, budgeted and remaining amounts. */
export const SummaryCard = memo(function SummaryCard(props: SummaryCardProps) {
  const { month, today, isCollapsed } = props;
  const { type, amounts } = useGridModel();
  const shape = summaryShape(type, month, today);
  const title = monthTitle(month);
  const known = useNote(monthNote(month));
  return (
    <section
      aria-label={budgetTexts.summaryOf(title)}
      className={styles.card}
      data-today={month === today || undefined}
    >
      <div className={styles.content}>
        <header className={styles.head}>
          <h2>{isCollapsed ? `${monthShort(month)} ${monthYear(month)}` : title}</h2>
          <NoteButton
            about={title}
            {...known}
            onSave={(note) => void run(saveMonthNote(month, note))}
          />
        </header>
        {!isCollapsed && (
          <dl className={styles.lines}>
            {shape.lines.map((line) => (
              <Line key={line.cell} line={line} month={month} amounts={amounts} />
            ))}
          </dl>
        )}
        <Total month={month} cell={shape.totalCell} label={shape.totalLabel} amounts={amounts} />
      </div>
    </section>
  );
});

interface LineProps {
  line: SummaryLine;
  month: Month;
  amounts: AmountFormat;
}

function Line({ line, month, amounts }: LineProps) {
  const value = useAmountCell(monthSheet(month), line.cell);
  return (
    <div className={styles.line}>
      <dt>{line.label}</dt>
      <dd>
        <Figure value={line.negate && value ? -value : value} amounts={amounts} />
        {line.ofCell && <Planned cell={line.ofCell} month={month} amounts={amounts} />}
      </dd>
    </div>
  );
}

function Planned({ cell, month, amounts }: { cell: string; month: Month; amounts: AmountFormat }) {
  const value = useAmountCell(monthSheet(month), cell);
  return (
    <span className={styles.planned}>
      <Filled
        text={budgetTexts.ofPlanned}
        parts={{ amount: <Figure value={value} amounts={amounts} /> }}
      />
    </span>
  );
}
