/** Orders of the register besides the usual one, each by the titles of its columns. */
import type { ColumnId } from './columnId';
import { compareRows, type Entry, type SortKey } from './transaction';

export type SortColumn = Exclude<ColumnId, 'select' | 'balance'>;

/** An order by one column; within the same value the usual one holds. */
export interface Sort {
  column: SortColumn;
  descending: boolean;
}

/** An expression of the query language that entries are ordered by. */
interface OrderKey {
  expression: Record<string, unknown> | string;
  descending: boolean;
}

export function isSortable(column: ColumnId): column is SortColumn {
  return column !== 'select' && column !== 'balance';
}

/** Of amounts the largest are looked for, of everything else the first. */
const LARGEST_FIRST: ReadonlySet<ColumnId> = new Set(['payment', 'deposit', 'amount']);

/** The sort after a press on a column title; null is the default, newest first. */
export function nextSort(sort: Sort | null, column: SortColumn): Sort | null {
  if (column === 'date') return sort === null ? { column, descending: false } : null;
  const first = { column, descending: LARGEST_FIRST.has(column) };
  if (sort?.column !== column) return first;
  return sort.descending === first.descending ? { column, descending: !first.descending } : null;
}

/** How a column is sorted now, as `aria-sort` says it. */
export function directionOf(
  sort: Sort | null,
  column: ColumnId,
): 'ascending' | 'descending' | undefined {
  const { column: sorted, descending } = sort ?? { column: 'date', descending: true };
  if (sorted !== column) return undefined;
  return descending ? 'descending' : 'ascending';
}

/** Sort keys that precede the default ones; empty values come last. */
export function orderKeys({ column, descending }: Sort): OrderKey[] {
  const key = (expression: OrderKey['expression']) => ({ expression, descending });
  const last = (filter: object) => ({ expression: { $condition: filter }, descending: false });
  // Without accents and case first, as people look names up; among those that are alike by accents.
  const words = (field: string) => [
    last({ [field]: null }),
    key({ $fold: `$${field}` }),
    key({ $lower: `$${field}` }),
  ];
  switch (column) {
    case 'date':
      return [];
    case 'account':
    case 'payee':
    case 'category':
      return words(`${column}.name`);
    case 'notes':
      return words('notes');
    case 'payment':
      return [last({ amount: { $gt: 0 } }), key({ $neg: '$amount' })];
    case 'deposit':
      return [last({ amount: { $lte: 0 } }), key('$amount')];
    case 'amount':
      return [key('$amount')];
    case 'cleared':
      return [key('$reconciled'), key('$cleared')];
  }
}

/** The usual order, by id in the end; by date it can be turned around. */
function usualOrder(isTurned: boolean) {
  const [first, last] = isTurned ? ['asc', 'desc'] : ['desc', 'asc'];
  const turnedId = isTurned ? [{ id: last }] : [];
  return [{ date: first }, { starting_balance_flag: last }, { sort_order: first }, ...turnedId];
}

/** The order of a query. */
export function orderExpressions(sort: Sort | null): unknown[] {
  if (!sort) return [];
  const keys = orderKeys(sort).map(({ expression, descending }) => {
    const direction = descending ? 'desc' : 'asc';
    if (typeof expression === 'string') return { [expression.slice(1)]: direction };
    return { ...expression, $dir: direction };
  });
  return [...keys, ...usualOrder(isTurned(sort))];
}

/** Columns of a query that give each entry what it is ordered by. */
export function keyColumns(sort: Sort | null): unknown[] {
  return sort ? orderKeys(sort).map(({ expression }, at) => ({ [`sort${at}`]: expression })) : [];
}

/** Tables whose change moves entries that were not written themselves. */
export function orderTables(sort: Sort | null): readonly string[] {
  if (sort?.column === 'payee') return ['payees'];
  return sort?.column === 'category' ? ['categories'] : [];
}

function isTurned({ column, descending }: Sort): boolean {
  return column === 'date' && !descending;
}

/** Compares entries as the query orders them. */
export function comparison(sort: Sort | null): (a: Entry, b: Entry) => number {
  if (!sort) return (a, b) => compareRows(a.row, b.row);
  if (isTurned(sort)) return (a, b) => compareRows(b.row, a.row);
  const signs = orderKeys(sort).map(({ descending }) => (descending ? -1 : 1));
  return (a, b) => {
    for (const [at, sign] of signs.entries()) {
      const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null);
      if (order !== 0) return order * sign;
    }
    return compareRows(a.row, b.row);
  };
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1;
  return Number(a) - Number(b);
}

/** By code points, as the backend compares. */
function compareText(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (const [at, char] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (char !== other) return (char.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
  }
  return left.length - right.length;
}
