/**
 * What the register shows: which transactions, found by which words, and in which mode. The
 * list, the toolbar, the filter bar and the reconcile bar all read and change it here.
 */

import { create } from 'zustand';
import type { Condition } from '@/generated/contract';
import { newId } from '@/lib/ids/newId';
import { nextSort, type Sort, type SortColumn } from './sort';

/** Views that are not one account. */
export const SPECIAL_VIEWS = ['all', 'budgeted', 'offbudget', 'uncategorized'] as const;
export type SpecialView = (typeof SPECIAL_VIEWS)[number];
/** A special view, or the id of an account. */
export type ViewId = SpecialView | (string & {});

export function isSpecialView(viewId: ViewId): viewId is SpecialView {
  return (SPECIAL_VIEWS as readonly string[]).includes(viewId);
}

/** A filter of the serialized query language. */
export type Expression = Record<string, unknown>;

/** One filter that is in force: a chip of the filter bar. */
export interface AppliedFilter {
  id: string;
  /** Null for a filter that was not built from a condition, such as "the selected ones". */
  condition: Condition | null;
  /** What the chip says when there is no condition to put into words. */
  name: string | null;
  /** What it asks as conditions where it is not one that can be edited, so that it can be kept. */
  conditions?: readonly Condition[];
  /** One of its conditions is enough. */
  anyOf?: boolean;
  /** What it asks of the query; all of them hold together. */
  expressions: Expression[];
}

export interface Reconciliation {
  /** What the bank says the account holds, in cents. */
  target: number;
  /** Only transactions that are not cleared yet are listed. */
  unclearedOnly: boolean;
}

interface RegisterView {
  viewId: ViewId;
  /** A name given with the navigation, shown as the title. */
  filterName: string | null;
  /** The words searched for, as they were typed. */
  search: string;
  /** What the search asks of the query; null while nothing is searched for. */
  searchExpression: Expression | null;
  filters: readonly AppliedFilter[];
  /** The saved filter they come from. */
  savedId: string | null;
  reconcile: Reconciliation | null;
  /** Null is the usual order, newest first. */
  sort: Sort | null;
}

/** What is kept of a view while another one is shown. */
export type KeptView = Omit<RegisterView, 'viewId' | 'reconcile'>;

const NOTHING = {
  filterName: null,
  search: '',
  searchExpression: null,
  filters: [],
  savedId: null,
  reconcile: null,
  sort: null,
} as const;

export const useRegisterView = create<RegisterView>(() => ({ viewId: 'all', ...NOTHING }));

/** Shows another account or special view; search and filters start anew. */
export function openView(viewId: ViewId, given: Partial<KeptView> = {}): void {
  useRegisterView.setState({ viewId, ...NOTHING, ...given });
}

export function setSearch(search: string, searchExpression: Expression | null): void {
  useRegisterView.setState({ search, searchExpression });
}

function withId(filter: Omit<AppliedFilter, 'id'>): AppliedFilter {
  return { ...filter, id: newId() };
}

/** Adds a filter and answers its id. */
export function addFilter(filter: Omit<AppliedFilter, 'id'>): string {
  const added = withId(filter);
  useRegisterView.setState(({ filters }) => ({ filters: [...filters, added] }));
  return added.id;
}

/** Puts the filters of a saved one in force, in place of all others. */
export function showFilters(filters: readonly Omit<AppliedFilter, 'id'>[], savedId: string): void {
  useRegisterView.setState({ filters: filters.map(withId), savedId, filterName: null });
}

export function replaceFilter(id: string, filter: Omit<AppliedFilter, 'id'>): void {
  useRegisterView.setState(({ filters }) => ({
    filters: filters.map((other) => (other.id === id ? { ...filter, id } : other)),
  }));
}

export function removeFilter(id: string): void {
  const { filters } = useRegisterView.getState();
  const others = filters.filter((other) => other.id !== id);
  if (others.length === 0) clearFilters();
  else useRegisterView.setState({ filters: others });
}

export function clearFilters(): void {
  useRegisterView.setState({ filters: [], filterName: null, savedId: null });
}

export function startReconcile(target: number): void {
  useRegisterView.setState({ reconcile: { target, unclearedOnly: true } });
}

export function changeReconcile(change: Partial<Reconciliation>): void {
  useRegisterView.setState(({ reconcile }) => ({
    reconcile: reconcile && { ...reconcile, ...change },
  }));
}

export function stopReconcile(): void {
  useRegisterView.setState({ reconcile: null });
}

/** Puts the list in the order of a column, in the opposite one, or back in the usual one. */
export function sortBy(column: SortColumn): Sort | null {
  const sort = nextSort(useRegisterView.getState().sort, column);
  useRegisterView.setState({ sort });
  return sort;
}

/** Whether running balances mean anything: of all rows, in the order in which they came to be. */
export function hasBalances(view: RegisterView): boolean {
  return !isNarrowed(view) && view.sort === null;
}

/** Whether the list is narrowed, so that folding makes no sense. */
export function isNarrowed({ searchExpression, filters, reconcile }: RegisterView): boolean {
  return searchExpression !== null || filters.length > 0 || Boolean(reconcile?.unclearedOnly);
}

/** Everything the query is to be narrowed by, besides the view itself. */
export function narrowing({ searchExpression, filters, reconcile }: RegisterView): Expression[] {
  const expressions = filters.flatMap((filter) => filter.expressions);
  if (searchExpression) expressions.push(searchExpression);
  if (reconcile?.unclearedOnly) expressions.push({ cleared: false });
  return expressions;
}
