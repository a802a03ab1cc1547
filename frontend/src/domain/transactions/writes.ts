/** What can be done to transactions: each one is one undo step with a name. */

import { newPayeeName } from '@/components/pickers/payeeOptions';
import type { StepName } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { type Subject, step } from '@/lib/history/steps';
import { writeBatch } from './api';
import type { ColumnId } from './columnId';
import { type CellValue, editStep, fieldsOf } from './edits';
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

/** A transaction by its payee, for steps and questions. */
export function subjectOf(row: Transaction, { data }: Pick<ActionContext, 'data'>): Subject {
  const payee = row.payee === null ? undefined : data.payee.get(row.payee)?.name;
  return payee || row.amount;
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
  named: StepName,
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
  const write = () => writeBatch(batch, named, newPayees);
  return run(list.optimistic(changes, writeInTurn(before.row.id, batch, write)));
}

/**
 * Writes a value typed into a cell of an entry, listed or not. A payee that is not there yet is made
 * with it. Returns the step; null where it was refused.
 */
export async function saveCell(
  row: Transaction,
  column: ColumnId,
  value: CellValue,
  context: ActionContext,
  entry: Entry | undefined = context.list.entry(row.id),
): Promise<StepName | 'unchanged' | null> {
  const payees = new NewPayees(context.data.payees);
  const known = column === 'payee' ? payees.idOf(asText(value)) : value;
  if (!entry) return null;
  const fields = fieldsOf(row, column, known, Date.now());
  if (Object.keys(fields).length === 0) return 'unchanged';
  const added = column === 'payee' ? newPayeeName(asText(value)) : null;
  const name = (added ?? valueWords(column, known, fields, context)) || null;
  const named = editStep(column, subjectOf(row, context), fields, name);
  const after = changeRow(entry, row.id, fields);
  return (await saveSplit(entry, after, named, context.list, payees.made)) ? named : null;
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

export function setCleared(entry: Split, cleared: boolean, context: ActionContext) {
  const after = changeRow(entry, entry.row.id, { cleared });
  const named = step(cleared ? 'cleared' : 'uncleared', { what: subjectOf(entry.row, context) });
  return saveSplit(entry, after, named, context.list);
}

/** Opens a reconciled transaction for changes. */
export function unlock(entry: Split, context: ActionContext): Promise<boolean> {
  const after = changeRow(entry, entry.row.id, { reconciled: false });
  const named = step('unlocked', { what: subjectOf(entry.row, context) });
  return saveSplit(entry, after, named, context.list);
}
