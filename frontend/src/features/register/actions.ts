/** What can be done to transactions: each one is one undo step with a name. */
import { newPayeeName } from '@/components/pickers/payeeOptions';
import { announce } from '@/lib/announce/announce';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { history, isForeign, travel } from '@/lib/history/history';
import { createPayee, writeBatch } from './api';
import type { ColumnId } from './model/columns';
import { type CellValue, editWords, fieldsOf } from './model/edits';
import type { RegisterList } from './model/registerList';
import { changeRow, differenceOf, type Fields, type Split } from './model/splits';
import type { Transaction } from './model/transaction';
import { run } from './run';
import type { RegisterData } from './useRegisterData';

export interface ActionContext {
  list: RegisterList;
  data: RegisterData;
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

/** Writes what makes `before` into `after`; plain changes show at once. */
export async function saveSplit(
  before: Split | null,
  after: Split | null,
  label: string,
  list: RegisterList,
): Promise<boolean> {
  const batch = differenceOf(before, after);
  const { added, updated, deleted } = batch;
  if (added.length + updated.length + deleted.length === 0) return true;
  const write = writeBatch(batch, label);
  const isPlain = added.length === 0 && deleted.length === 0;
  if (!isPlain) return run(write);
  const changes = new Map<string, Fields>(updated.map(({ id, ...fields }) => [id, fields]));
  return run(list.optimistic(changes, write));
}

/** Takes over what was typed into a cell. A payee that is not there yet is created first. */
export async function saveCell(
  row: Transaction,
  column: ColumnId,
  value: CellValue,
  context: ActionContext,
): Promise<boolean> {
  const known = column === 'payee' ? await payeeId(value) : value;
  if (known === undefined) return false;
  const entry = context.list.entry(row.id);
  if (!entry) return false;
  const fields = fieldsOf(row, column, known, Date.now());
  if (Object.keys(fields).length === 0) return true;
  const shown = column === 'payee' ? (newPayeeName(asText(value)) ?? null) : null;
  const words = shown ?? valueWords(column, known, fields, context);
  const label = editWords(column, whatOf(row, context), words);
  return saveSplit(entry, changeRow(entry, row.id, fields), label, context.list);
}

function asText(value: CellValue): string | null {
  return typeof value === 'string' ? value : null;
}

/** The id of a chosen payee; undefined when it could not be created. */
export async function payeeId(value: CellValue): Promise<CellValue | undefined> {
  const name = newPayeeName(asText(value));
  if (name === null) return value;
  const made = createPayee(name);
  return (await run(made)) ? made : undefined;
}

/** The rows with their payees created where they are new; null when that failed. */
export async function createPayees(rows: readonly Transaction[]): Promise<Transaction[] | null> {
  const made = new Map<string, string>();
  const known: Transaction[] = [];
  for (const row of rows) {
    const wanted = row.payee;
    const payee = made.get(wanted ?? '') ?? (await payeeId(wanted));
    if (payee === undefined) return null;
    if (wanted !== null) made.set(wanted, String(payee));
    known.push({ ...row, payee: payee === null ? null : String(payee) });
  }
  return known;
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
  const label = `${cleared ? 'Cleared' : 'Uncleared'} ${whatOf(row, context)}`;
  return saveSplit(entry, after, label, context.list);
}

/** Opens a reconciled transaction for changes. */
export function unlock(row: Transaction, context: ActionContext): Promise<boolean> {
  const entry = context.list.entry(row.id);
  if (!entry) return Promise.resolve(false);
  const after = changeRow(entry, entry.row.id, { reconciled: false });
  return saveSplit(entry, after, `Unlocked ${whatOf(row, context)}`, context.list);
}

/** Takes back the step of that name, unless somebody has made another one since. */
export function takeBack(label: string): void {
  const { undo } = history.getState();
  if (undo && !isForeign(undo) && undo.label === label) void run(travel('undo'));
  else announce('Something else was changed since. Undo that first.');
}
