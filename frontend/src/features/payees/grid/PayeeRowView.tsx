import { ArrowLeftRight, Check, Ellipsis, Star } from 'lucide-react';
import { useStore } from 'zustand';
import type { GridRowProps } from '@/components/grid/Grid';
import { useFocusedColumn } from '@/components/grid/gridStore';
import { number } from '@/texts/locale';
import { payeesTexts } from '@/texts/payees';
import { counted } from '@/texts/transactions';
import { isUnused, type PayeeRow } from '../model/rows';
import type { PayeeColumn, PayeesController } from './PayeesController';
import styles from './payees.module.css';

interface RowProps extends GridRowProps<PayeeRow> {
  grid: PayeesController;
}

/** One payee. */
export function PayeeRowView({ row, ...rest }: RowProps) {
  return row ? <KnownRow row={row} {...rest} /> : null;
}

function KnownRow({ row, index, style, grid }: RowProps & { row: PayeeRow }) {
  const focused = useFocusedColumn(row.id);
  const isSelected = useStore(grid.selection, ({ rows }) => rows.has(row.id));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={row.name}
      data-row-id={row.id}
      className={styles.row}
      style={style}
    >
      {grid.columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={at + 1}
          aria-label={cellName(column, row)}
          tabIndex={focused === column ? 0 : -1}
          data-col={column}
          className={styles.cell}
        >
          <Content column={column} row={row} isSelected={isSelected} />
        </div>
      ))}
    </div>
  );
}

function cellName(column: PayeeColumn, row: PayeeRow): string {
  const title = payeesTexts.columns[column];
  if (column === 'name') return row.name;
  if (column === 'transactions') return countWords(row);
  if (column === 'rules') return row.rules === null ? '' : payeesTexts.rules(row.rules);
  if (column === 'favorite') return `${title}: ${row.favorite ? 'yes' : 'no'}`;
  return column === 'learns' ? `${title}: ${row.learns ? 'yes' : 'no'}` : title;
}

function countWords(row: PayeeRow): string {
  if (row.count === null) return '';
  return isUnused(row) ? payeesTexts.unused : counted(row.count);
}

interface ContentProps {
  column: PayeeColumn;
  row: PayeeRow;
  isSelected: boolean;
}

function Content({ column, row, isSelected }: ContentProps) {
  if (column === 'select') {
    return (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={payeesTexts.select}
        checked={isSelected}
        readOnly
      />
    );
  }
  if (column === 'name') return <Name row={row} />;
  if (column === 'favorite') {
    return (
      <button
        type="button"
        tabIndex={-1}
        data-action="favorite"
        aria-label={payeesTexts.columns.favorite}
        aria-pressed={row.favorite}
        className={styles.star}
      >
        <Star size="1rem" aria-hidden="true" />
      </button>
    );
  }
  if (column === 'learns') {
    return row.learns && !row.isTransfer ? <Check size="1rem" aria-hidden="true" /> : null;
  }
  if (column === 'rules') {
    return (
      <button
        type="button"
        tabIndex={-1}
        data-action="open-rules"
        data-none={row.rules === 0 || undefined}
        className={styles.count}
      >
        {row.rules !== null && payeesTexts.rules(row.rules)}
      </button>
    );
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action="open-count"
      data-unused={isUnused(row) || undefined}
      className={styles.count}
    >
      {isUnused(row) ? payeesTexts.unused : row.count !== null && number(row.count)}
    </button>
  );
}

function Name({ row }: { row: PayeeRow }) {
  return (
    <>
      {row.isTransfer && <ArrowLeftRight size="0.875rem" aria-hidden="true" />}
      <span className={styles.name} title={row.name}>
        {row.name}
      </span>
      <button
        type="button"
        tabIndex={-1}
        data-action="row-menu"
        aria-label={payeesTexts.actionsOf(row.name)}
        className={styles.more}
      >
        <Ellipsis size="1rem" aria-hidden="true" />
      </button>
    </>
  );
}
