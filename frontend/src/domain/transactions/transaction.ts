/** A transaction of the register, and the entries it lists. */
import type { AccountId, Day, QueryRows } from '@/generated/contract';

/** Fields of a row that the register never reads. */
type Unread = 'imported_id' | 'imported_payee' | 'tombstone' | 'raw_synced_data';

/** A row of the `transactions` table; money that leaves the account is negative. */
export type Transaction = Omit<QueryRows['transactions'], Unread> & {
  imported_payee?: string | null;
  imported_id?: string | null;
  /** In a narrowed list: part of a split that matches, without matching itself. */
  _unmatched?: boolean;
};

/** A plain transaction with nothing in it yet. */
export function blankTransaction(id: string, date: Day, account: AccountId): Transaction {
  return {
    id,
    date,
    account,
    amount: 0,
    payee: null,
    category: null,
    notes: null,
    cleared: false,
    reconciled: false,
    is_parent: false,
    is_child: false,
    parent_id: null,
    transfer_id: null,
    schedule: null,
    sort_order: 0,
    starting_balance_flag: false,
    error: null,
  };
}

/** A transaction with its split children: what the register lists as one. */
export interface Entry {
  row: Transaction;
  children: readonly Transaction[];
  /** Running balance up to and including this entry; null where it is not shown or known. */
  balance: number | null;
  /** What it is ordered by where that is not the usual order. */
  keys: readonly SortKey[];
}

export type SortKey = string | number | boolean | null;

/** A result row of the grouped query. */
export type GroupedRow = Transaction & {
  subtransactions?: Transaction[];
  balance?: number | null;
  /** What it is ordered by. */
  sort0?: SortKey;
  sort1?: SortKey;
};

export function entryOf(answer: GroupedRow): Entry {
  const { subtransactions = [], balance = null, sort0, sort1, ...row } = answer;
  const keys = [sort0, sort1].filter((key) => key !== undefined);
  // Whatever the order of the list is, the parts of a split keep theirs.
  return { row, children: subtransactions.map(childOf).sort(compareRows), balance, keys };
}

function childOf(child: GroupedRow): Transaction {
  const { subtransactions: _, balance: __, sort0: ___, sort1: ____, ...row } = child;
  return row;
}

/** What of an entry passes the filter of its list: all of it, or parts of a split. */
export function matchingRows<Row extends Pick<Transaction, '_unmatched'>>(
  row: Row,
  children: readonly Row[],
): readonly Row[] {
  return row._unmatched ? children.filter(({ _unmatched }) => !_unmatched) : [row];
}

/** Every row of an entry, the parent first. */
export function rowsOf({ row, children }: Pick<Entry, 'row' | 'children'>): Transaction[] {
  return [row, ...children];
}

function sameRow(a: Transaction, b: Transaction): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof Transaction>;
  for (const key of keys) {
    const [left, right] = [a[key], b[key]];
    if (left === right) continue;
    if (JSON.stringify(left ?? null) !== JSON.stringify(right ?? null)) return false;
  }
  return true;
}

/** Whether two entries look and behave the same, their running balance aside. */
export function sameEntry(a: Entry, b: Entry): boolean {
  if (a.children.length !== b.children.length || !sameRow(a.row, b.row)) return false;
  if (a.keys.some((key, at) => key !== b.keys[at])) return false;
  return a.children.every((child, at) => sameRow(child, b.children[at] as Transaction));
}

/** What happens to rows: other fields, a whole new line of a split, or null for one that goes. */
export type RowChanges = ReadonlyMap<string, Partial<Transaction> | null>;

/** An entry with some of its rows changed, added or removed. */
export function withChanges(entry: Entry, changes: RowChanges): Entry {
  const known = new Set(rowsOf(entry).map(({ id }) => id));
  const isAdded = ([id, fields]: [string, Partial<Transaction> | null]) =>
    !known.has(id) && fields?.parent_id === entry.row.id;
  const added = [...changes].filter(isAdded).map(([, row]) => row as Transaction);
  if (added.length === 0 && ![...known].some((id) => changes.has(id))) return entry;
  const change = (row: Transaction) => ({ ...row, ...changes.get(row.id) });
  const kept = entry.children.filter(({ id }) => changes.get(id) !== null);
  const children = [...kept.map(change), ...added];
  if (added.length > 0) children.sort(compareRows);
  return { ...entry, row: change(entry.row), children };
}

type Key = Pick<Transaction, 'id' | 'date' | 'sort_order' | 'starting_balance_flag'>;

/**
 * The order of the register: newest first, starting balances after the rest of their day, then
 * what was entered last.
 */
export function compareRows(a: Key, b: Key): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.starting_balance_flag !== b.starting_balance_flag) return a.starting_balance_flag ? 1 : -1;
  if (a.sort_order !== b.sort_order) {
    // Rows of other programs may lack an order; the query lists them last.
    return (b.sort_order ?? Number.NEGATIVE_INFINITY) > (a.sort_order ?? Number.NEGATIVE_INFINITY)
      ? 1
      : -1;
  }
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
