/** The calls of the register. Every write names its undo step; components import from here. */

import type { Payee as ContractPayee, PayeeId, QueryRows, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import { lists } from '@/lib/lists/lists';
import { queryRows, runQuery } from '@/lib/query/query';
import type { EntrySource } from './entrySource';
import type { NewPayee } from './newPayees';
import { PAYEES_KEY, unconfirmed } from './payees';
import {
  allRowsQuery,
  countQuery,
  exportQuery,
  filterTables,
  type Listed,
  membership,
  pageQuery,
  rowsQuery,
  sumQuery,
  testsEachRow,
  totalQuery,
} from './query';
import type { SelectedRow } from './selection';
import { comparison, orderTables, type Sort } from './sort';
import { type Batch, differenceOf, isEmptyBatch } from './splits';
import { tagsOf } from './tags';
import { type Entry, entryOf, type GroupedRow, matchingRows, rowsOf } from './transaction';
import type { Expression } from './view';

/** Latest notes with tags that are looked through for them. */
const TAGGED_ROWS = 500;

/** How many transactions are searched for recently used payees. */
export const RECENT_ROWS = 60;

/** The tags in the latest notes that have any, each once, newest first. */
export async function fetchTags(): Promise<string[]> {
  const rows = await queryRows({
    table: 'transactions',
    tableOptions: { splits: 'all' },
    filterExpressions: [{ notes: { $like: '%#%' } }],
    selectExpressions: ['notes'],
    limit: TAGGED_ROWS,
  });
  return tagsOf(rows.map(({ notes }) => notes));
}

/** Ids of the payees of the latest transactions, each once, newest first. */
export async function fetchRecentPayees(): Promise<PayeeId[]> {
  const rows = await queryRows({
    table: 'transactions',
    tableOptions: { splits: 'none' },
    selectExpressions: ['payee'],
    limit: RECENT_ROWS,
  });
  return [...new Set(rows.flatMap(({ payee }) => payee ?? []))];
}

/** Tables that change what transactions read as, without a transaction being written. */
const READ_THROUGH = ['accounts', 'category_mapping', 'payee_mapping'];

/** Reads the entries of one list as the backend has them. */
export function entrySource(listed: Listed): EntrySource {
  const isRowTested = testsEachRow(listed.filters);
  const byIds = async (ids: readonly string[]): Promise<Entry[]> => {
    const found = (await runQuery<GroupedRow[]>(rowsQuery(listed, ids))).map(entryOf);
    if (!isRowTested) return found.map(withoutMarks);
    // A row missing from `ids` looks like one that does not match: fetch again with all rows.
    const asked = new Set(ids);
    const missing = found.flatMap(rowsOf).filter(({ id }) => !asked.has(id));
    return missing.length === 0 ? found : byIds([...ids, ...missing.map(({ id }) => id)]);
  };
  return {
    byIds,
    page: async (offset, limit) =>
      (await runQuery<GroupedRow[]>(pageQuery(listed, { offset, limit }))).map(entryOf),
    filters: listed.filters,
    count: () => runQuery<number>(countQuery(listed)),
    countIsExact: !isRowTested,
    // Only the query knows the values that a sorted list is ordered by.
    isListed: listed.sort ? null : membership(listed.filters),
    compare: comparison(listed.sort),
    readsThrough: [...READ_THROUGH, ...orderTables(listed.sort), ...filterTables(listed.filters)],
  };
}

/** The written transactions in an event, as entries of a list. */
export function writtenEntries(written: readonly QueryRows['transactions'][]): Entry[] {
  return written.map(entryOf).map(withoutMarks);
}

function withoutMarks(entry: Entry): Entry {
  const plain = ({ _unmatched, ...row }: Entry['row']) => row;
  return { ...entry, row: plain(entry.row), children: entry.children.map(plain) };
}

/** The payees a batch brings along: also those it names that may not have been made. */
function broughtAlong({ added, updated }: Batch, newPayees: readonly NewPayee[]): NewPayee[] {
  const names = new Map(newPayees.map(({ id, name }) => [id, name]));
  if (unconfirmed.size > 0) {
    for (const { payee } of [...added, ...updated]) {
      const name = unconfirmed.get(payee ?? '');
      if (payee && name !== undefined) names.set(payee, name);
    }
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

/**
 * Writes transactions and their new payees in one undo step. The cached payees include the new ones
 * at once, so that every transaction has its name. Rules fill in empty fields of typed transactions.
 */
export async function writeBatch(
  batch: Batch,
  step: StepName,
  newPayees: readonly NewPayee[] = [],
  { isTyped = false }: { isTyped?: boolean } = {},
): Promise<void> {
  try {
    await sendBatch(batch, step, newPayees, isTyped);
  } catch (error) {
    const isThere = error instanceof CallError && error.code === 'transaction-exists';
    const rest = isThere ? await restOf(batch) : null;
    if (!rest) throw error;
    if (!isEmptyBatch(rest)) await sendBatch(rest, step, newPayees);
  }
}

/** The fields a person sets; the others are derived. */
const GIVEN = new Set([
  ...['account', 'date', 'payee', 'notes', 'category', 'amount', 'cleared'],
  ...['is_parent', 'error'],
]);

/**
 * The unwritten rest of a new transaction that already exists: the response to its creation was
 * lost, and it may have been edited before the retry. Null if that is not the case.
 */
async function restOf({ added, updated: others, deleted }: Batch): Promise<Batch | null> {
  const [row, ...children] = added;
  const isWhole = row && others.length + deleted.length === 0;
  if (!isWhole || !children.every(({ parent_id }) => parent_id === row.id)) return null;
  const [stored] = await fetchEntries([row.id]);
  if (stored?.row.id !== row.id) return null;
  const rest = differenceOf(stored, { row, children });
  // Rules may have filled in fields that are empty here.
  const isGiven = ([field, value]: [string, unknown]) => GIVEN.has(field) && (value ?? '') !== '';
  const given = ({ id, ...fields }: Batch['updated'][number]) => ({
    id,
    ...Object.fromEntries(Object.entries(fields).filter(isGiven)),
  });
  const updated = rest.updated.map(given).filter((fields) => Object.keys(fields).length > 1);
  return { ...rest, updated };
}

async function sendBatch(
  batch: Batch,
  step: StepName,
  newPayees: readonly NewPayee[],
  isTyped = false,
): Promise<void> {
  const added = batch.added.map(({ _unmatched, ...row }) => row);
  const { updated, deleted } = batch;
  const made = broughtAlong(batch, newPayees);
  if (made.length > 0) listPayees(made);
  for (const { id, name } of made) unconfirmed.set(id, name);
  try {
    const rows = { added, updated, deleted, newPayees: made };
    const args = {
      ...{ ...rows, answerRows: false, learnCategories: true },
      // Rules and schedules fill in what was left empty.
      ...(isTyped && added.length > 0 ? { fillByRules: true } : {}),
    };
    await send('transactions-batch-update', args, { step });
    for (const { id } of made) unconfirmed.delete(id);
  } catch (error) {
    if (made.length > 0) void lists.invalidateQueries({ queryKey: PAYEES_KEY });
    throw error;
  }
}

function listPayees(made: readonly NewPayee[]): void {
  const usual = { transfer_acct: null, tombstone: false, favorite: false, learn_categories: true };
  lists.setQueryData<ContractPayee[]>(PAYEES_KEY, (payees) => {
    const known = new Set(payees?.map(({ id }) => id));
    const missing = made.filter(({ id }) => !known.has(id));
    return payees && [...payees, ...missing.map((payee) => ({ ...payee, ...usual }))];
  });
}

/** So many transactions are read at once that taking them in holds nothing up. */
const MOST_IDS = 4_000;

/** These transactions with their splits, as they are now. */
export async function fetchEntries(ids: readonly string[]): Promise<Entry[]> {
  const all = { filters: [], withBalance: false, sort: null };
  const entries = new Map<string, Entry>();
  for (let at = 0; at < ids.length; at += MOST_IDS) {
    const found = await runQuery<GroupedRow[]>(rowsQuery(all, ids.slice(at, at + MOST_IDS)));
    // A split whose rows span several requests is in each response.
    for (const entry of found.map(entryOf)) entries.set(entry.row.id, withoutMarks(entry));
  }
  return [...entries.values()];
}

/** Everything a list is narrowed to, with what a selection needs of each row. */
export async function fetchAllRows(filters: readonly Expression[]): Promise<SelectedRow[]> {
  const entries = await runQuery<GroupedRow[]>(allRowsQuery(filters));
  return entries.flatMap((row) => matchingRows(row, row.subtransactions ?? []));
}

export function fetchTotal(filters: readonly Expression[]): Promise<number> {
  return runQuery(totalQuery(filters));
}

/** The sum in cents and the number of transactions, parts of splits by themselves. */
export async function fetchSum(
  filters: readonly Expression[],
): Promise<{ sum: number; count: number }> {
  const [found] = await runQuery<{ sum: number | null; count: number }[]>(sumQuery(filters));
  return { sum: found?.sum ?? 0, count: found?.count ?? 0 };
}

/** The transactions of a list as CSV text. */
export function exportRows(filters: readonly Expression[], sort: Sort | null): Promise<string> {
  return send('transactions-export-query', { query: exportQuery(filters, sort) });
}
