import { CircleAlert } from 'lucide-react';
import type { GridRowProps } from '@/components/grid/Grid';
import { useFocusedColumn } from '@/components/grid/gridStore';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { SEPARATOR } from '@/texts/locale';
import { statementsTexts } from '@/texts/statements';
import type { StatementRow } from '../model/rows';
import type { StatementColumn } from './StatementController';
import styles from './statement.module.css';

interface Shown {
  columns: readonly StatementColumn[];
  amounts: AmountFormat;
  dateFormat: DateFormat;
}

/** One row of the file, and what happens to it. */
export function StatementRowView({ row, ...rest }: GridRowProps<StatementRow> & Shown) {
  return row ? <KnownRow row={row} {...rest} /> : null;
}

type RowProps = Omit<GridRowProps<StatementRow>, 'row'> & Shown & { row: StatementRow };

function KnownRow({ row, index, style, ...shown }: RowProps) {
  const focused = useFocusedColumn(row.id);
  const isLeft = row.state === 'leftOut' || row.state === 'problem';
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row-id={row.id}
      data-left={isLeft || undefined}
      className={styles.row}
      style={style}
    >
      {shown.columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={at + 1}
          tabIndex={focused === column ? 0 : -1}
          data-col={column}
          className={styles.cell}
        >
          <Content column={column} row={row} {...shown} />
        </div>
      ))}
    </div>
  );
}

type ContentProps = Shown & { column: StatementColumn; row: StatementRow };

function Content({ column, row, columns, amounts, dateFormat }: ContentProps) {
  const { file } = row;
  const day = file.date === null ? file.dateText : formatDay(file.date, dateFormat);
  const amount = file.amount === null ? file.amountText : amounts.format(file.amount);
  if (column === 'select') {
    return (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={statementsTexts.select}
        checked={row.state !== 'leftOut' && row.state !== 'problem'}
        disabled={row.state === 'problem'}
        readOnly
      />
    );
  }
  if (column === 'date') {
    return (
      <span title={file.dateText} data-wrong={file.date === null || undefined}>
        {day || statementsTexts.line(file.line)}
      </span>
    );
  }
  if (column === 'amount') return <Amount row={row} text={amount} />;
  if (column === 'becomes') return <Outcome row={row} />;
  const isCard = !columns.includes('date');
  return isCard ? <Card row={row} day={day} amount={amount} /> : <Payee row={row} />;
}

function Amount({ row, text }: { row: StatementRow; text: string }) {
  const isIn = (row.file.amount ?? 0) > 0;
  return (
    <span
      className={styles.amount}
      data-in={isIn || undefined}
      data-wrong={row.file.amount === null || undefined}
    >
      {text}
    </span>
  );
}

function Payee({ row }: { row: StatementRow }) {
  const more = [row.category, row.file.notes ?? ''].filter((text) => text !== '').join(SEPARATOR);
  return (
    <div className={styles.lines} title={[row.payee, more].filter(Boolean).join('\n')}>
      <div className={styles.line}>{row.payee}</div>
      {more !== '' && <div className={styles.more}>{more}</div>}
    </div>
  );
}

/** What happens to a row, and why, where there is room. */
function Outcome({ row, isShort = false }: { row: StatementRow; isShort?: boolean }) {
  const { state, why } = row;
  if (state === null) return null;
  if (state === 'problem') {
    const words = `${statementsTexts.line(row.file.line)}: ${why}`;
    return (
      <span className={styles.problem} title={words}>
        <CircleAlert size="1rem" aria-hidden="true" />
        <span>{words}</span>
      </span>
    );
  }
  const name = state === 'leftOut' ? statementsTexts.leftOut : statementsTexts.becomes[state];
  return (
    <div className={styles.lines} title={why}>
      <span className={styles.chip} data-state={state}>
        {name}
      </span>
      {why !== '' && !isShort && <div className={styles.more}>{why}</div>}
    </div>
  );
}

interface CardProps {
  row: StatementRow;
  day: string;
  amount: string;
}

/** All of a row on a phone. */
function Card({ row, day, amount }: CardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <span className={styles.line}>{row.payee || day}</span>
        <Amount row={row} text={amount} />
      </div>
      <div className={styles.cardFoot}>
        {row.state !== 'problem' && <span className={styles.more}>{day}</span>}
        <Outcome row={row} isShort />
      </div>
    </div>
  );
}
