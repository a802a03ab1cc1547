import { CalendarClock, Ellipsis } from 'lucide-react';
import type { GridRowProps } from '@/components/grid/Grid';
import { useFocusedColumn } from '@/components/grid/gridStore';
import { StatusChip } from '@/domain/schedules/StatusChip';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { SEPARATOR } from '@/texts/locale';
import { comingTexts, schedulesTexts } from '@/texts/schedules';
import { COLUMN_TITLES } from '@/texts/transactions';
import { TransferArrow } from '../grid/TransferArrow';
import type { ColumnId } from '../model/columns';
import styles from './coming.module.css';
import type { ComingRow } from './rows';

interface ComingModel {
  ids: readonly ColumnId[];
  /** Everything in one cell, where there is no room for columns. */
  isCard: boolean;
  amounts: AmountFormat;
  dates: DateFormat;
}

/** One transaction that a schedule will bring. */
export function ComingLine(props: GridRowProps<ComingRow> & ComingModel) {
  const { row, index, style, ...model } = props;
  const focused = useFocusedColumn(row?.id ?? '');
  if (!row) return null;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-label={nameOf(row, model)}
      data-row-id={row.id}
      className={styles.row}
      style={style}
    >
      {model.ids.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={at + 1}
          aria-label={cellName(column, row, model)}
          tabIndex={focused === column ? 0 : -1}
          data-col={column}
          className={styles.cell}
        >
          <Content column={column} row={row} model={model} />
        </div>
      ))}
    </div>
  );
}

/** "{date}, {payee}, {amount}, Upcoming". */
function nameOf({ preview, name }: ComingRow, { amounts, dates }: ComingModel): string {
  const { date, amount, status } = preview;
  const words = [formatDay(date, dates), name, amounts.format(amount)];
  return [...words, schedulesTexts.statuses[status]].join(', ');
}

function cellName(column: ColumnId, row: ComingRow, model: ComingModel): string {
  if (column === 'cleared') return schedulesTexts.actionsOf(row.name);
  if (model.isCard) return nameOf(row, model);
  const words = cellWords(column, row, model);
  return `${COLUMN_TITLES[column]} ${words}`.trim();
}

function cellWords(column: ColumnId, row: ComingRow, model: ComingModel): string {
  const { amounts, dates, ids } = model;
  const { preview } = row;
  const { amount } = preview;
  const about = (cents: number) =>
    preview.is_approximate
      ? schedulesTexts.approximately(amounts.format(cents))
      : amounts.format(cents);
  switch (column) {
    case 'date':
      return formatDay(preview.date, dates);
    case 'account':
      return row.account;
    case 'payee':
      return row.payee;
    case 'notes':
      return preview.notes || (ids.includes('balance') ? '' : after(row, model));
    case 'category':
      return row.category;
    case 'payment':
      return amount <= 0 ? about(-amount) : '';
    case 'deposit':
      return amount > 0 ? about(amount) : '';
    case 'amount':
      return about(amount);
    case 'balance':
      return amounts.format(preview.balance);
    case 'select':
    case 'cleared':
      return '';
  }
}

/** The balance after it, for where no column of its own says it. */
function after({ preview }: ComingRow, { amounts }: ComingModel): string {
  return comingTexts.after(amounts.format(preview.balance));
}

interface ContentProps {
  column: ColumnId;
  row: ComingRow;
  model: ComingModel;
}

function Content({ column, row, model }: ContentProps) {
  const words = cellWords(column, row, model);
  const { status, balance } = row.preview;
  if (column === 'cleared') return <MenuButton row={row} />;
  if (column === 'select')
    return <CalendarClock size="0.9375rem" className={styles.icon} aria-hidden="true" />;
  if (model.isCard) return <Card row={row} model={model} />;
  if (column === 'payee')
    return (
      <>
        {row.isTransfer && <TransferArrow amount={row.preview.amount} />}
        <span className={styles.text} title={words}>
          {words}
        </span>
        <StatusChip status={status} />
      </>
    );
  const isFigure = ['payment', 'deposit', 'amount', 'balance'].includes(column);
  const isNegative = column === 'balance' && balance < 0;
  return (
    <span
      className={isFigure ? styles.figure : styles.text}
      data-negative={isNegative || undefined}
      title={isFigure ? undefined : words}
    >
      {words}
    </span>
  );
}

function Card({ row, model }: { row: ComingRow; model: ComingModel }) {
  const { preview } = row;
  const words = (column: ColumnId) => cellWords(column, row, model);
  const details = [words('date'), row.category || row.account].filter(Boolean).join(SEPARATOR);
  return (
    <span className={styles.card}>
      <span className={styles.name}>
        {row.isTransfer && <TransferArrow amount={preview.amount} />}
        <span className={styles.text}>{row.payee}</span>
      </span>
      <span className={styles.amount} data-positive={preview.amount > 0 || undefined}>
        {words('amount')}
      </span>
      <span className={styles.details}>
        <StatusChip status={preview.status} />
        <span className={styles.text}>{details}</span>
      </span>
      <span className={styles.after} data-negative={preview.balance < 0 || undefined}>
        {comingTexts.after(words('balance'))}
      </span>
    </span>
  );
}

function MenuButton({ row }: { row: ComingRow }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action="row-menu"
      aria-label={schedulesTexts.actionsOf(row.name)}
      className={styles.more}
    >
      <Ellipsis size="1rem" aria-hidden="true" />
    </button>
  );
}
