/** What can be done to transactions: each one is one undo step with a name. */

import { newPayeeName } from '@/components/pickers/payeeOptions';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { transactionsTexts } from '@/texts/transactions';
import { writeBatch } from './api';
import type { ColumnId } from './columnId';
import { type CellValue, editWords, fieldsOf } from './edits';
import { type NewPayee, NewPayees } from './newPayees';
import { run } from './run';
import {
  type Batch,
  changeRow,
  differenceOf,
  type Fields,
  isEmptyBatch,
  type Split,
} from './splits';
import type { Entry, RowChanges, Transaction } from './transaction';
import type { TransactionData } from './useTransactionData';

/** The loaded entries; edits show in them before they are written. */
export interface EntryList {
  entry(rowId: string): Entry | undefined;
  optimistic(changes: RowChanges, write: Promise<unknown>): Promise<unknown>;
}

export interface ActionContext {
  list: EntryList;
  data: TransactionData;
  amounts: AmountFormat;
  dates: DateFormat;
}

/** A transaction by its payee, for the names of steps. */
export function whatOf(
  row: Transaction,
  { data, amounts }: Pick<ActionContext, 'data' | 'amounts'>,
): string {
  const payee = row.payee === null ? undefined : data.payee.get(row.payee)?.name;
  return payee || amounts.formatFull(row.amount);
}

/** New lines that are being written, by split: what changes them next waits for that. */
const adding = new Map<string, Promise<void>>();

function writeInTurn(entryId: string, batch: Batch, write: () => Promise<void>): Promise<void> {
  const written = adding.get(entryId)?.then(write) ?? write();
  if (batch.added.length === 0) return written;
  adding.set(entryId, written);
  const end = () => void (adding.get(entryId) === written && adding.delete(entryId));
  written.then(end, end);
  return written;
}

/** Writes the change of a split from `before` to `after`, which shows at once. */
export async function saveSplit(
  before: Split,
  after: Split | null,
  label: string,
  list: EntryList,
  newPayees: readonly NewPayee[] = [],
): Promise<boolean> {
  const batch = differenceOf(before, after);
  if (isEmptyBatch(batch)) return true;
  const { added, updated, deleted } = batch;
  const changes: RowChanges = new Map<string, Fields | null>([
    ...updated.map(({ id, ...fields }) => [id, fields] as const),
    ...added.map((row) => [row.id, row] as const),
    ...deleted.map(({ id }) => [id, null] as const),
  ]);
  const write = () => writeBatch(batch, label, newPayees);
  return run(list.optimistic(changes, writeInTurn(before.row.id, batch, write)));
}

/**
 * Writes a value typed into a cell of an entry, listed or not. A payee that is not there yet is made
 * with it. Returns the name of the step, empty if nothing changed; null where it was refused.
 */
export async function saveCell(
  row: Transaction,
  column: ColumnId,
  value: CellValue,
  context: ActionContext,
  entry: Entry | undefined = context.list.entry(row.id),
): Promise<string | null> {
  const payees = new NewPayees(context.data.payees);
  const known = column === 'payee' ? payees.idOf(asText(value)) : value;
  if (!entry) return null;
  const fields = fieldsOf(row, column, known, Date.now());
  if (Object.keys(fields).length === 0) return '';
  const shown = column === 'payee' ? (newPayeeName(asText(value)) ?? null) : null;
  const words = shown ?? valueWords(column, known, fields, context);
  const label = editWords(column, whatOf(row, context), words);
  const after = changeRow(entry, row.id, fields);
  return (await saveSplit(entry, after, label, context.list, payees.made)) ? label : null;
}

/** A value as it would be typed into its field. */
export function wordsOf(column: ColumnId, value: CellValue, context: ActionContext): string {
  if (typeof value === 'number') return context.amounts.formatFull(value);
  if (column === 'notes') return asText(value) ?? '';
  return newPayeeName(asText(value)) ?? valueWords(column, value, {}, context);
}

function asText(value: CellValue): string | null {
  return typeof value === 'string' ? value : null;
}

function valueWords(
  column: ColumnId,
  value: CellValue,
  fields: Fields,
  { data, amounts, dates }: ActionContext,
): string {
  const id = asText(value) ?? '';
  if (fields.amount !== undefined) return amounts.formatFull(fields.amount);
  if (column === 'date') return formatDay(id, dates);
  if (column === 'account') return data.account.get(id)?.name ?? '';
  if (column === 'payee') return data.payee.get(id)?.name ?? '';
  return column === 'category' ? (data.categoryName.get(id) ?? '') : '';
}

export function setCleared(row: Transaction, cleared: boolean, context: ActionContext) {
  const entry = context.list.entry(row.id);
  if (!entry) return Promise.resolve(false);
  const after = changeRow(entry, entry.row.id, { cleared });
  const label = `${cleared ? transactionsTexts.cleared : transactionsTexts.uncleared} ${whatOf(row, context)}`;
  return saveSplit(entry, after, label, context.list);
}

/** Opens a reconciled transaction for changes. */
export function unlock(row: Transaction, context: ActionContext): Promise<boolean> {
  const entry = context.list.entry(row.id);
  if (!entry) return Promise.resolve(false);
  const after = changeRow(entry, entry.row.id, { reconciled: false });
  return saveSplit(entry, after, transactionsTexts.unlocked(whatOf(row, context)), context.list);
}
