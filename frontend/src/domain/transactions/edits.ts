/** Translates a typed value into changed fields and the name of the undo step. */
import type { StepName } from '@/generated/contract';
import { type Subject, step } from '@/lib/history/steps';
import type { ColumnId } from './columnId';
import type { Fields } from './splits';
import type { Transaction } from './transaction';

/** A value as the field of its column gives it. */
export type CellValue = string | number | null;

/** The value a column's field starts with. */
export function cellValue(row: Transaction, column: ColumnId): CellValue {
  switch (column) {
    case 'date':
      return row.date;
    case 'account':
      return row.account;
    case 'payee':
      return row.payee;
    case 'notes':
      return row.notes ?? '';
    case 'category':
      return row.category;
    case 'amount':
      return row.amount === 0 ? null : row.amount;
    case 'payment':
      return row.amount < 0 ? -row.amount : null;
    case 'deposit':
      return row.amount > 0 ? row.amount : null;
    default:
      return null;
  }
}

/**
 * The fields to write; none when the value says nothing new. `now` is the sort order of what is
 * entered now: a transaction that gets another date becomes the first of its new day.
 */
export function fieldsOf(
  row: Transaction,
  column: ColumnId,
  value: CellValue,
  now: number,
): Fields {
  const fields = wanted(row, column, value);
  const changed = Object.entries(fields).filter(
    ([key, field]) => row[key as keyof Transaction] !== field,
  );
  if (changed.length === 0) return {};
  return column === 'date' ? { ...fields, sort_order: now } : fields;
}

function wanted(row: Transaction, column: ColumnId, value: CellValue): Fields {
  const text = typeof value === 'string' ? value : null;
  const cents = typeof value === 'number' ? value : null;
  switch (column) {
    case 'date':
      return text === null ? {} : { date: text };
    case 'account':
      return text === null ? {} : { account: text };
    case 'payee':
      return { payee: text };
    case 'notes':
      return { notes: text === row.notes ? text : text?.trim() || null };
    case 'category':
      return { category: text };
    case 'amount':
      return { amount: cents ?? 0 };
    case 'payment':
      return amountOf(row, cents === null ? null : -cents, row.amount <= 0);
    case 'deposit':
      return amountOf(row, cents, row.amount >= 0);
    default:
      return {};
  }
}

/** Emptying the side that holds the amount makes it zero; emptying the other says nothing. */
function amountOf(row: Transaction, cents: number | null, isOwnSide: boolean): Fields {
  if (cents !== null) return { amount: cents === 0 ? 0 : cents };
  return isOwnSide && row.amount !== 0 ? { amount: 0 } : {};
}

/** The undo step of an edit; names are those of the account, category or payee it has now. */
export function editStep(
  column: ColumnId,
  what: Subject,
  fields: Fields,
  name: string | null,
): StepName {
  switch (column) {
    case 'date':
      return step('movedToDay', { what, day: fields.date ?? '' });
    case 'account':
      return step('movedToAccount', { what, account: name ?? '' });
    case 'category':
      return name === null
        ? step('removedCategory', { what })
        : step('categorized', { what, category: name });
    case 'notes':
      return step('changedNotes', { what });
    case 'payee':
      return name === null
        ? step('removedPayee', { what })
        : step('changedPayee', { what, payee: name });
    default:
      return step('changedAmount', { what, amount: fields.amount ?? 0 });
  }
}
