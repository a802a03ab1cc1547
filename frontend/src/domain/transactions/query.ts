/** The queries of the register. */
import { keyColumns, orderExpressions, type Sort } from './sort';
import type { Entry } from './transaction';
import { type Expression, isSpecialView, type ViewId } from './view';

/** Rows fetched at once. */
export const PAGE_ROWS = 150;

const UNCATEGORIZED: Expression = {
  'account.offbudget': false,
  category: null,
  is_parent: false,
  $or: [{ 'payee.transfer_acct.offbudget': true }, { 'payee.transfer_acct': null }],
};

const SPECIAL: Record<string, Expression[]> = {
  all: [],
  budgeted: [{ 'account.offbudget': false, 'account.closed': false }],
  offbudget: [{ 'account.offbudget': true, 'account.closed': false }],
  uncategorized: [UNCATEGORIZED],
};

/** The filter of a view, before any search. */
export function viewFilter(viewId: ViewId): Expression[] {
  return isSpecialView(viewId) ? (SPECIAL[viewId] ?? []) : [{ account: viewId }];
}

export interface Listed {
  filters: readonly Expression[];
  /** Asks for the running balance of each entry too. */
  withBalance: boolean;
  /** Another order than the usual one. */
  sort: Sort | null;
}

interface PageWanted {
  offset: number;
  limit: number;
}

function transactions(splits: string, filters: readonly Expression[]) {
  return {
    table: 'transactions',
    tableOptions: { splits },
    filterExpressions: [...filters],
  };
}

export function pageQuery({ filters, withBalance, sort }: Listed, { offset, limit }: PageWanted) {
  const balance = withBalance ? [{ balance: { $sumOver: '$amount' } }] : [];
  return {
    ...transactions('grouped', filters),
    selectExpressions: ['*', ...balance, ...keyColumns(sort)],
    ...(sort && { orderExpressions: orderExpressions(sort) }),
    limit,
    offset,
  };
}

/** The entries of the list that hold one of these rows. */
export function rowsQuery({ filters, sort }: Listed, ids: readonly string[]) {
  return {
    ...transactions('grouped', [...filters, { id: { $oneof: ids } }]),
    selectExpressions: ['*', ...keyColumns(sort)],
  };
}

/**
 * Whether children are tested one by one, not just their parents: whole groups are listed then
 * when any of their rows passes.
 */
export function testsEachRow(filters: readonly Expression[]): boolean {
  return filters.some((filter) =>
    Object.entries(filter).some(([key, value]) => {
      if (key !== '$and' && key !== '$or') return key !== 'date' && !key.startsWith('account');
      return testsEachRow(Array.isArray(value) ? (value as Expression[]) : [value as Expression]);
    }),
  );
}

/** Tables with names or flags that filters read, by the part of a path that goes through them. */
const PATH_TABLES: Record<string, string> = {
  account: 'accounts',
  transfer_acct: 'accounts',
  payee: 'payees',
  category: 'categories',
  group: 'category_groups',
};

/** Tables whose change makes other transactions match, without one of them being written. */
export function filterTables(filters: readonly Expression[]): readonly string[] {
  return filters.flatMap((filter) =>
    Object.entries(filter).flatMap(([key, value]) => {
      if (key === '$and' || key === '$or') return filterTables([value].flat() as Expression[]);
      return key.split('.').flatMap((part) => PATH_TABLES[part] ?? []);
    }),
  );
}

/**
 * Tests locally whether an entry belongs to a list of all transactions or of one account. Null for
 * other filters, which need more than the entry itself.
 */
export function membership(filters: readonly Expression[]): ((entry: Entry) => boolean) | null {
  const accounts = filters.map(onlyAccount);
  if (accounts.includes(null)) return null;
  return ({ row }) => accounts.every((account) => account === row.account);
}

function onlyAccount(filter: Expression): string | null {
  const { account, ...others } = filter;
  return typeof account === 'string' && Object.keys(others).length === 0 ? account : null;
}

/**
 * How many entries the list has. Exact where parents alone are tested; where each row is, the
 * rows that pass are counted, and a split may have several of them.
 */
export function countQuery({ filters }: Listed) {
  return {
    ...transactions(testsEachRow(filters) ? 'inline' : 'none', filters),
    selectExpressions: [{ result: { $count: '*' } }],
    calculation: true,
  };
}

/** The total of the matching transactions, in cents. */
export function totalQuery(filters: readonly Expression[]) {
  return {
    ...transactions('inline', filters),
    selectExpressions: [{ result: { $sum: '$amount' } }],
    calculation: true,
  };
}

/** The sum in cents and the number of the matching transactions, parts of splits by themselves. */
export function sumQuery(filters: readonly Expression[]) {
  return {
    ...transactions('inline', filters),
    selectExpressions: [{ sum: { $sum: '$amount' } }, { count: { $count: '*' } }],
  };
}

/** All entries of a list, with what a selection keeps of each row. */
export function allRowsQuery(filters: readonly Expression[]) {
  return {
    ...transactions(testsEachRow(filters) ? 'grouped' : 'none', filters),
    selectExpressions: [
      'id',
      'amount',
      'is_child',
      'is_parent',
      'parent_id',
      'reconciled',
      'cleared',
    ],
  };
}

/** What an export is made of; the backend chooses its columns. */
export function exportQuery(filters: readonly Expression[], sort: Sort | null) {
  return {
    ...transactions('all', filters),
    ...(sort && { orderExpressions: orderExpressions(sort) }),
  };
}
