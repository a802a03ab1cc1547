import { Ellipsis, Repeat, Zap } from 'lucide-react';
import { useStore } from 'zustand';
import type { GridRowProps } from '@/components/grid/Grid';
import { useFocusedColumn } from '@/components/grid/gridStore';
import { StatusChip } from '@/domain/schedules/StatusChip';
import { SEPARATOR } from '@/texts/locale';
import { schedulesTexts } from '@/texts/schedules';
import type { ScheduleRow } from '../model/rows';
import type { ScheduleColumn, SchedulesController } from './SchedulesController';
import styles from './schedules.module.css';

interface RowProps extends GridRowProps<ScheduleRow> {
  grid: SchedulesController;
}

/** One schedule. */
export function ScheduleRowView({ row, ...rest }: RowProps) {
  return row ? <KnownRow row={row} {...rest} /> : null;
}

function KnownRow({ row, index, style, grid }: RowProps & { row: ScheduleRow }) {
  const focused = useFocusedColumn(row.id);
  const isSelected = useStore(grid.selection, ({ rows }) => rows.has(row.id));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={rowName(row)}
      data-row-id={row.id}
      data-completed={row.schedule.completed || undefined}
      className={styles.row}
      style={style}
    >
      {grid.columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={at + 1}
          aria-label={grid.isNarrow && column === 'payee' ? rowName(row) : cellName(column, row)}
          tabIndex={focused === column ? 0 : -1}
          data-col={column}
          className={styles.cell}
        >
          <Content column={column} row={row} isSelected={isSelected} isNarrow={grid.isNarrow} />
        </div>
      ))}
    </div>
  );
}

function rowName(row: ScheduleRow): string {
  const { title, date, amount, schedule } = row;
  const parts = [title, date, amount, schedulesTexts.statuses[schedule.status]];
  return parts.filter(Boolean).join(', ');
}

function cellName(column: ScheduleColumn, row: ScheduleRow): string {
  const title = schedulesTexts.columns[column];
  switch (column) {
    case 'payee':
      return [row.title, row.payee].filter(Boolean).join(', ');
    case 'account':
      return row.account;
    case 'date':
      return `${title} ${row.date || schedulesTexts.ended}`;
    case 'status':
      return `${title} ${schedulesTexts.statuses[row.schedule.status]}`;
    case 'amount':
      return `${title} ${row.amount}`;
    case 'recurring':
      return row.rhythm || schedulesTexts.once;
    case 'menu':
      return schedulesTexts.actionsOf(row.title);
    case 'select':
      return title;
  }
}

interface ContentProps {
  column: ScheduleColumn;
  row: ScheduleRow;
  isSelected: boolean;
  isNarrow: boolean;
}

function Content({ column, row, isSelected, isNarrow }: ContentProps) {
  switch (column) {
    case 'select':
      return (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={schedulesTexts.columns.select}
          checked={isSelected}
          readOnly
        />
      );
    case 'payee':
      return isNarrow ? <Card row={row} /> : <Title row={row} />;
    case 'account':
      return <span className={styles.text}>{row.account}</span>;
    case 'date':
      return <span className={styles.figure}>{row.date}</span>;
    case 'status':
      return <StatusChip status={row.schedule.status} />;
    case 'amount':
      return <AmountOf row={row} />;
    case 'recurring':
      return <Rhythm row={row} />;
    case 'menu':
      return (
        <button
          type="button"
          tabIndex={-1}
          data-action="row-menu"
          aria-label={schedulesTexts.actionsOf(row.title)}
          className={styles.more}
        >
          <Ellipsis size="1.125rem" aria-hidden="true" />
        </button>
      );
  }
}

/** The name, and the payee below where it is another. */
function Title({ row }: { row: ScheduleRow }) {
  return (
    <span className={styles.title}>
      <span className={styles.name} title={row.title}>
        {row.title}
      </span>
      {row.payee !== '' && <span className={styles.detail}>{row.payee}</span>}
    </span>
  );
}

function AmountOf({ row }: { row: ScheduleRow }) {
  return (
    <span className={styles.figure} data-deposit={row.isDeposit || undefined}>
      {row.amount}
    </span>
  );
}

function Rhythm({ row }: { row: ScheduleRow }) {
  const Icon = row.rhythm === '' ? null : Repeat;
  const posts = row.schedule.posts_transaction;
  return (
    <span className={styles.rhythm} title={row.rhythm}>
      {Icon && <Icon size="0.875rem" aria-hidden="true" />}
      <span className={styles.text}>{row.rhythm || schedulesTexts.once}</span>
      {posts && (
        <span role="img" aria-label={schedulesTexts.postsItself} title={schedulesTexts.postsItself}>
          <Zap size="0.875rem" aria-hidden="true" />
        </span>
      )}
    </span>
  );
}

/** Three lines where there is no room for columns. */
function Card({ row }: { row: ScheduleRow }) {
  return (
    <span className={styles.card}>
      <span className={styles.name}>{row.title}</span>
      <AmountOf row={row} />
      <span className={styles.detail}>
        {[row.date, row.account].filter(Boolean).join(SEPARATOR)}
      </span>
      <StatusChip status={row.schedule.status} />
      <span className={styles.detail}>{row.rhythm || schedulesTexts.once}</span>
    </span>
  );
}
