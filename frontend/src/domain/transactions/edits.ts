/** What a value typed into a column means for the transaction, in fields and in words. */
import { transactionsTexts } from '@/texts/transactions';
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

/** How the undo step of an edit is called. */
export function editWords(column: ColumnId, what: string, shown: string): string {
  switch (column) {
    case 'date':
    case 'account':
      return transactionsTexts.changedDate(what, shown);
    case 'category':
      return transactionsTexts.changedCategory(what, shown);
    case 'notes':
      return transactionsTexts.changedNotes(what);
    case 'payee':
      return transactionsTexts.changedPayee(what, shown);
    default:
      return transactionsTexts.changedAmount(what, shown);
  }
}
