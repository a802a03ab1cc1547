/**
 * The view of a register in its address: `q` is the search text, `s` the order, `f` the filters as
 * conditions, `parts` whether the parts of splits are listed by themselves. Reload, Back, bookmarks
 * and undo restore the list from it. The backend turns the filters into query expressions again;
 * they are cached until the page is closed. The filters of a figure bring theirs along.
 */

import { columnsBut } from '@/domain/transactions/columnId';
import { isSortable, type Sort } from '@/domain/transactions/sort';
import type { AppliedFilter, Expression, KeptView } from '@/domain/transactions/view';
import type { Condition } from '@/generated/contract';
import { makeFilters, oneOf } from './apply';

/** The view in the address; the expressions of its filters are not known yet. */
export interface AddressedView {
  search: string;
  sort: Sort | null;
  filterName: string | null;
  savedId: string | null;
  parts: boolean;
  filters: readonly FilterInUrl[];
}

/** A filter as the address has it. */
interface FilterInUrl {
  /** A condition that can be edited. */
  c?: Condition;
  /** Conditions under one name. */
  cs?: readonly Condition[];
  /** One of them is enough. */
  any?: true;
  /** Ids of the transactions that were chosen by hand. */
  ids?: readonly string[];
  /** Query expressions, taken as they are. */
  x?: readonly Expression[];
  n?: string;
}

/** Longer lists of chosen transactions are not put in the address. */
const MOST_IDS = 50;
const OURS = ['q', 's', 'f', 'n', 'saved', 'parts'] as const;

const known = new Map<string, Expression[]>();

/** The search part of the address for a view; parameters of others stay. */
export function viewSearch(view: KeptView, others = ''): string {
  const params = new URLSearchParams(others);
  for (const key of OURS) params.delete(key);
  if (view.search) params.set('q', view.search);
  if (view.sort) params.set('s', `${view.sort.descending ? '-' : ''}${view.sort.column}`);
  const filters = view.filters.flatMap((filter) => inUrl(filter) ?? []);
  if (filters.length > 0) params.set('f', JSON.stringify(filters));
  if (view.filterName) params.set('n', view.filterName);
  if (view.savedId) params.set('saved', view.savedId);
  if (view.parts) params.set('parts', '1');
  return params.size > 0 ? `?${params}` : '';
}

function inUrl(filter: AppliedFilter): FilterInUrl | null {
  const { condition, conditions, name, anyOf, expressions, isVerbatim } = filter;
  if (isVerbatim) {
    return {
      ...(condition ? { c: condition } : {}),
      ...(name === null ? {} : { n: name }),
      x: expressions,
    };
  }
  const told: FilterInUrl | null = condition
    ? { c: condition }
    : conditions
      ? { cs: conditions, ...(anyOf ? { any: true as const } : {}) }
      : idsOf(expressions);
  if (!told) return null;
  const named = name === null ? told : { ...told, n: name };
  known.set(JSON.stringify(named), expressions);
  return named;
}

function idsOf(expressions: readonly Expression[]): FilterInUrl | null {
  const ids = (expressions[0]?.id as { $oneof?: string[] } | undefined)?.$oneof;
  return ids && ids.length <= MOST_IDS ? { ids } : null;
}

/** Reads the address; null when it says nothing about the view. */
export function viewOfSearch(search: string): AddressedView | null {
  const params = new URLSearchParams(search);
  if (!OURS.some((key) => params.has(key))) return null;
  return {
    search: params.get('q') ?? '',
    sort: readSort(params.get('s')),
    filterName: params.get('n'),
    savedId: params.get('saved'),
    parts: params.get('parts') === '1',
    filters: readFilters(params.get('f')),
  };
}

function readSort(text: string | null): Sort | null {
  const [, minus, name] = /^(-?)([a-z]+)$/.exec(text ?? '') ?? [];
  const column = columnsBut().find((id) => id === name);
  return column && isSortable(column) ? { column, descending: minus === '-' } : null;
}

/** Anybody can write an address, so what does not look like filters is left out. */
function readFilters(text: string | null): FilterInUrl[] {
  try {
    const filters: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(filters) ? filters.filter(isFilter) : [];
  } catch {
    return [];
  }
}

function isFilter(value: unknown): value is FilterInUrl {
  if (typeof value !== 'object' || value === null) return false;
  const { c, cs, ids, x, n } = value as FilterInUrl;
  const isCondition = (one: unknown) => typeof one === 'object' && one !== null;
  if (n !== undefined && typeof n !== 'string') return false;
  if (Array.isArray(x)) {
    const isNamed = n !== undefined || c !== undefined;
    return isNamed && [...x, c ?? {}].every(isCondition);
  }
  if (Array.isArray(ids)) return ids.every((id) => typeof id === 'string');
  return Array.isArray(cs) ? cs.every(isCondition) : isCondition(c);
}

function applied(filter: FilterInUrl, at: number, expressions: Expression[]): AppliedFilter {
  return {
    id: `url-${at}`,
    condition: filter.c ?? null,
    name: filter.n ?? null,
    ...(filter.cs ? { conditions: filter.cs } : {}),
    ...(filter.any ? { anyOf: true } : {}),
    ...(filter.x ? { isVerbatim: true } : {}),
    expressions,
  };
}

/** The expressions of a filter if the address holds them; null otherwise. */
function given({ ids, x }: FilterInUrl): Expression[] | null {
  if (x) return [...x];
  return ids ? [{ id: { $oneof: ids } }] : null;
}

/** The filters with what they ask, if all of it is known; otherwise null, see `askFilters`. */
export function knownFilters(filters: readonly FilterInUrl[]): AppliedFilter[] | null {
  const found = filters.map((filter, at) => {
    const expressions = given(filter) ?? known.get(JSON.stringify(filter));
    return expressions && applied(filter, at, expressions);
  });
  return found.every((filter) => filter !== undefined) ? found : null;
}

/** Has the backend make what the filters ask; one with a condition it refuses is left out. */
export async function askFilters(filters: readonly FilterInUrl[]): Promise<AppliedFilter[]> {
  const made = filters.map(async (filter, at) => {
    const asked = given(filter);
    if (asked) return applied(filter, at, asked);
    const conditions = filter.c ? [filter.c] : [...(filter.cs ?? [])];
    const made = await makeFilters(conditions, '');
    if (!made.ok) return null;
    const expressions = filter.any ? oneOf(made.expressions) : made.expressions;
    known.set(JSON.stringify(filter), expressions);
    return applied(filter, at, expressions);
  });
  return (await Promise.all(made)).filter((filter) => filter !== null);
}
