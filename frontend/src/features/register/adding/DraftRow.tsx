import { X } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import type { CommitHow } from '@/components/pickers/field';
import { isEditable } from '@/domain/transactions/editable';
import { cellValue } from '@/domain/transactions/edits';
import { categoryWords, rowNames, takesCategory } from '@/domain/transactions/names';
import { payeeOf } from '@/domain/transactions/splits';
import type { Transaction } from '@/domain/transactions/transaction';
import { ValueField } from '@/domain/transactions/ValueField';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { COLUMN_TITLES } from '@/texts/transactions';
import { ClearedMark } from '../grid/ClearedMark';
import grid from '../grid/grid.module.css';
import type { RegisterModel } from '../grid/registerModel';
import type { ColumnId } from '../model/columns';
import type { AddingForm } from './AddingForm';
import styles from './adding.module.css';

interface DraftRowProps {
  row: Transaction;
  model: RegisterModel;
  adding: AddingForm;
  /** A key leaves a field; true when the focus was taken care of. */
  onCommit: (column: ColumnId, how: CommitHow, kept: boolean) => boolean;
}

/** The new transaction or one part of it: all its fields open at once. */
export function DraftRow({ row, model, adding, onCommit }: DraftRowProps) {
  return (
    <div
      className={`${grid.row} ${styles.row}`}
      data-draft={row.id}
      data-child={row.is_child || undefined}
      data-wrapped={model.columns.isFormWrapped || undefined}
      role="group"
      aria-label={row.is_child ? registerTexts.partOfTheSplit : commonTexts.transaction}
    >
      {model.columns.form.map((column) => (
        <div key={column} data-col={column} className={`${grid.cell} ${styles.cell}`}>
          {isEditable(row, column, (each) => takesCategory(each, model.data)) ? (
            <ValueField
              day={row.date}
              look="cell"
              column={column}
              value={shownValue(row, column, adding)}
              placeholder={COLUMN_TITLES[column]}
              holdsText="always"
              data={model.data}
              percentOf={row.is_child ? adding.whole.row.amount : undefined}
              onChange={(value) => adding.change(row, column, value)}
              onCommit={(how, _, kept) => onCommit(column, how, kept)}
              onSplit={row.is_child ? undefined : () => adding.split()}
            />
          ) : (
            <Fixed row={row} column={column} model={model} adding={adding} />
          )}
        </div>
      ))}
    </div>
  );
}

/** A split shows the payee of its parts. */
function shownValue(row: Transaction, column: ColumnId, adding: AddingForm) {
  const isPayeeOfSplit = column === 'payee' && row.is_parent;
  return isPayeeOfSplit ? payeeOf(adding.whole) : cellValue(row, column);
}

interface FixedProps {
  row: Transaction;
  column: ColumnId;
  model: RegisterModel;
  adding: AddingForm;
}

/** What cannot be typed into. */
function Fixed({ row, column, model, adding }: FixedProps) {
  if (column === 'category') {
    const words = row.is_parent
      ? registerTexts.splitCategory
      : categoryWords(row, rowNames(row, model), 0, model.data);
    return (
      <span className={grid.text} data-quiet>
        {words}
      </span>
    );
  }
  if (column === 'payee' && row.is_child) return <span className={grid.rail} aria-hidden="true" />;
  if (column !== 'cleared') return null;
  if (row.is_child) {
    return (
      <IconButton label={commonTexts.removeThisLine} onPress={() => adding.removePart(row.id)}>
        <X size="0.9375rem" aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <ClearedMark
      row={row}
      isTabStop
      onPress={() => adding.changeFields(row.id, { cleared: !row.cleared })}
    />
  );
}
