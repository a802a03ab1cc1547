import { type CSSProperties, memo } from 'react';
import { useStore } from 'zustand';
import { formatDay } from '@/lib/format/dates';
import type { ColumnId } from '../model/columns';
import type { Transaction } from '../model/transaction';
import { COLUMN_TITLES } from '../texts';
import { BalanceCell } from './BalanceCell';
import { ClearedMark } from './ClearedMark';
import { CategoryCell, NotesCell, PayeeCell } from './cellContents';
import styles from './grid.module.css';
import { useGrid } from './gridStore';
import type { RegisterModel } from './registerModel';

export interface TransactionRowProps {
  row: Transaction;
  childCount: number;
  /** Names of the categories of the children. */
  childCategories: string;
  isLastChild: boolean;
  isExpanded: boolean;
  /** The payee of the split this row is a part of; empty for other rows. */
  splitOf: string;
  payee: string;
  category: string;
  account: string;
  isTransfer: boolean;
  needsCategory: boolean;
  index: number;
  style: CSSProperties;
  model: RegisterModel;
}

/** One transaction. Only a change of what it shows draws it again. */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { row, index, style, model } = props;
  const isSelected = useStore(model.selection, (state) => state.rows.has(row.id));
  const isEdited = useGrid((state) => state.edit?.rowId === row.id);
  // One look at the focus for all cells: rows come and go by the dozen while scrolling.
  const focused = useGrid((state) => (state.focus?.rowId === row.id ? state.focus.column : null));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={rowName(props)}
      aria-hidden={isEdited || undefined}
      data-row-id={row.id}
      data-child={row.is_child || undefined}
      data-last-child={props.isLastChild || undefined}
      data-unmatched={row._unmatched || undefined}
      data-edited={isEdited || undefined}
      data-narrow={model.columns.isNarrow || undefined}
      className={styles.row}
      style={style}
    >
      {model.columns.ids.map((column, at) => (
        <Cell
          key={column}
          column={column}
          position={at + 1}
          shown={props}
          isFocused={column === focused}
          isSelected={isSelected}
        />
      ))}
    </div>
  );
});

/** "{date}, {payee}, {category}, {amount}" (ui-brief 7.2). */
export function rowName(props: TransactionRowProps): string {
  const { row, model, payee, category } = props;
  const parts = [formatDay(row.date, model.dates), payee, row.is_parent ? 'split' : category];
  const name = [...parts, model.amounts.format(row.amount)].filter(Boolean).join(', ');
  return row.is_child ? `Split of ${props.splitOf}: ${name}` : name;
}

interface CellProps {
  column: ColumnId;
  /** 1-based, for assistive technology. */
  position: number;
  shown: TransactionRowProps;
  isFocused?: boolean;
  isSelected?: boolean;
}

export function Cell(props: CellProps) {
  const { column, position, shown, isFocused = false, isSelected = false } = props;
  const words = cellWords(column, shown);
  return (
    <div
      role="gridcell"
      aria-colindex={position}
      aria-label={`${COLUMN_TITLES[column]} ${words}`.trim()}
      tabIndex={isFocused ? 0 : -1}
      data-col={column}
      className={styles.cell}
    >
      {column === 'select' ? (
        <SelectBox isSelected={isSelected} />
      ) : (
        <Content column={column} shown={shown} words={words} />
      )}
    </div>
  );
}

interface ContentProps {
  column: ColumnId;
  shown: TransactionRowProps;
  words: string;
}

function Content({ column, shown, words }: ContentProps) {
  const { row, model } = shown;
  if (column === 'payee') return <PayeeCell {...shown} />;
  if (column === 'category') return <CategoryCell {...shown} />;
  if (column === 'notes') return <NotesCell notes={row.notes} />;
  if (column === 'balance') return <BalanceCell row={row} model={model} />;
  if (column === 'cleared') return <ClearedMark row={row} />;
  if (column === 'payment' || column === 'deposit' || column === 'amount') {
    return (
      <span className={styles.figure} data-zero={row.amount === 0 || undefined}>
        {words}
      </span>
    );
  }
  return <span className={styles.text}>{words}</span>;
}

/** What a cell says in words; for its name too. */
function cellWords(column: ColumnId, shown: TransactionRowProps): string {
  const { row, model, payee, category, account } = shown;
  const { amounts } = model;
  switch (column) {
    case 'date':
      return row.is_child && !model.columns.isNarrow ? '' : formatDay(row.date, model.dates);
    case 'account':
      return row.is_child ? '' : account;
    case 'payee':
      return payee;
    case 'notes':
      return row.notes ?? '';
    case 'category':
      return row.is_parent ? `Split (${shown.childCount})` : category;
    case 'payment':
      return row.amount <= 0 ? amounts.format(-row.amount) : '';
    case 'deposit':
      return row.amount > 0 ? amounts.format(row.amount) : '';
    case 'amount':
      return amounts.format(row.amount);
    case 'cleared':
      return row.is_child ? '' : row.reconciled ? 'reconciled' : row.cleared ? 'yes' : 'no';
    case 'select':
    case 'balance':
      return '';
  }
}

function SelectBox({ isSelected }: { isSelected: boolean }) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      className={styles.box}
      aria-label="Select"
      checked={isSelected}
      readOnly
    />
  );
}
