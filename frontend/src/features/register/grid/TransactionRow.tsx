import { type CSSProperties, memo } from 'react';
import { useStore } from 'zustand';
import type { Transaction } from '@/domain/transactions/transaction';
import { formatDay } from '@/lib/format/dates';
import { registerTexts } from '@/texts/register';
import { COLUMN_TITLES, transactionsTexts } from '@/texts/transactions';
import type { ColumnId } from '../model/columns';
import { isPendingAtBank } from '../model/pendingAtBank';
import { BalanceCell } from './BalanceCell';
import { ClearedMark } from './ClearedMark';
import { CategoryCell, NotesCell, PayeeCell } from './cellContents';
import styles from './grid.module.css';
import type { RegisterModel } from './registerModel';
import { useRegister } from './registerStore';

/** The content of a row, in any list. */
export interface RowContent {
  row: Transaction;
  childCount: number;
  /** Names of the categories of the children. */
  childCategories: string;
  isLastChild: boolean;
  isExpanded: boolean;
  /** The payee of the split this row is a part of; empty for other rows. */
  splitOf: string;
  /** A part that is listed without its split: it shows what it shares with it. */
  isAlone: boolean;
  payee: string;
  category: string;
  account: string;
  isTransfer: boolean;
  needsCategory: boolean;
  model: RegisterModel;
}

export interface TransactionRowProps extends RowContent {
  /** The index of its line. */
  index: number;
  style: CSSProperties;
}

/** One transaction. Its cells are drawn again when what they show changes, not when it moves. */
export function TransactionRow({ index, style, ...shown }: TransactionRowProps) {
  const { row, model } = shown;
  const isSelected = useStore(model.selection, (state) => state.rows.has(row.id));
  const isEdited = useRegister((state) => state.edit?.rowId === row.id);
  // One look at the focus for all cells: rows come and go by the dozen while scrolling.
  const focused = useRegister((state) =>
    state.focus?.rowId === row.id ? state.focus.column : null,
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={rowName(shown)}
      aria-hidden={isEdited || undefined}
      data-row-id={row.id}
      data-child={(row.is_child && !shown.isAlone) || undefined}
      data-last-child={shown.isLastChild || undefined}
      data-unmatched={row._unmatched || undefined}
      data-pending={isPendingAtBank(row, model.data) || undefined}
      data-edited={isEdited || undefined}
      data-narrow={model.columns.isNarrow || undefined}
      className={styles.row}
      style={style}
    >
      <Cells {...shown} focused={focused} isSelected={isSelected} />
    </div>
  );
}

interface CellsProps extends RowContent {
  focused: ColumnId | null;
  isSelected: boolean;
}

const Cells = memo(function Cells({ focused, isSelected, ...shown }: CellsProps) {
  return shown.model.columns.ids.map((column, at) => (
    <Cell
      key={column}
      column={column}
      position={at + 1}
      shown={shown}
      isFocused={column === focused}
      isSelected={isSelected}
    />
  ));
});

/** "{date}, {payee}, {category}, {amount}". */
export function rowName(shown: RowContent): string {
  const { row, model, payee, category } = shown;
  const parts = [
    formatDay(row.date, model.dates),
    payee,
    row.is_parent ? registerTexts.aSplit : category,
  ];
  const name = [...parts, model.amounts.format(row.amount)].filter(Boolean).join(', ');
  return row.is_child ? registerTexts.splitOf(shown.splitOf, name) : name;
}

interface CellProps {
  column: ColumnId;
  /** 1-based, for assistive technology. */
  position: number;
  shown: RowContent;
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
  shown: RowContent;
  words: string;
}

function Content({ column, shown, words }: ContentProps) {
  const { row, model } = shown;
  if (column === 'payee') return <PayeeCell {...shown} />;
  if (column === 'category') return <CategoryCell {...shown} />;
  if (column === 'notes') return <NotesCell notes={row.notes} />;
  if (column === 'balance') return <BalanceCell row={row} model={model} />;
  if (column === 'cleared') {
    const isPending = isPendingAtBank(row, model.data);
    return <ClearedMark row={row} isAlone={shown.isAlone} isPending={isPending} />;
  }
  if (column === 'payment' || column === 'deposit' || column === 'amount') {
    return (
      <span className={styles.figure} data-zero={row.amount === 0 || undefined}>
        {words}
      </span>
    );
  }
  return <span className={styles.text}>{words}</span>;
}

/** The text of a cell, also used for its label. */
function cellWords(column: ColumnId, shown: RowContent): string {
  const { row, model, payee, category, account } = shown;
  const { amounts } = model;
  const isUnder = row.is_child && !shown.isAlone;
  switch (column) {
    case 'date':
      return isUnder && !model.columns.isNarrow ? '' : formatDay(row.date, model.dates);
    case 'account':
      return isUnder ? '' : account;
    case 'payee':
      return payee;
    case 'notes':
      return row.notes ?? '';
    case 'category':
      return row.is_parent ? transactionsTexts.split(shown.childCount) : category;
    case 'payment':
      return row.amount <= 0 ? amounts.format(-row.amount) : '';
    case 'deposit':
      return row.amount > 0 ? amounts.format(row.amount) : '';
    case 'amount':
      return amounts.format(row.amount);
    case 'cleared':
      return isUnder ? '' : clearedWords(shown);
    case 'select':
    case 'balance':
      return '';
  }
}

function clearedWords({ row, model }: RowContent): string {
  return isPendingAtBank(row, model.data)
    ? registerTexts.pendingAtBank
    : registerTexts.states[stateOf(row)];
}

function stateOf({ reconciled, cleared }: Transaction): keyof typeof registerTexts.states {
  if (reconciled) return 'reconciled';
  return cleared ? 'cleared' : 'open';
}

function SelectBox({ isSelected }: { isSelected: boolean }) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      className={styles.box}
      aria-label={registerTexts.select}
      checked={isSelected}
      readOnly
    />
  );
}
