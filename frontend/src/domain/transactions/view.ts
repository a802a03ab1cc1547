/**
 * How a register shows its transactions: found by which words, and in which mode. Each register
 * has one store of it, which its list, toolbar, filter bar and reconcile bar read and change.
 */

import { createContext, use } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
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
  /** The chip's text when there is no condition to describe. */
  name: string | null;
  /** Its conditions when they cannot be edited as one, so that it can still be saved. */
  conditions?: readonly Condition[];
  /** One of its conditions is enough. */
  anyOf?: boolean;
  /** Its query expressions; all must match. */
  expressions: Expression[];
  /** They are not those of its conditions alone, so the address keeps them as they are. */
  isVerbatim?: boolean;
}

export interface Reconciliation {
  /** The balance on the bank statement, in cents. */
  target: number;
  /** Only transactions that are not cleared yet are listed. */
  unclearedOnly: boolean;
}

export interface RegisterView {
  /** A name given with the navigation, shown as the title. */
  filterName: string | null;
  /** The words searched for, as they were typed. */
  search: string;
  /** The query expression of the search; null without one. */
  searchExpression: Expression | null;
  filters: readonly AppliedFilter[];
  /** The saved filter they come from. */
  savedId: string | null;
  /** Lists the parts of a split that match, each by itself, in place of the split. */
  parts: boolean;
  reconcile: Reconciliation | null;
  /** Null is the usual order, newest first. */
  sort: Sort | null;
}

/** The part of a view that is kept while another view is open. */
export type KeptView = Omit<RegisterView, 'reconcile'>;

const NOTHING = {
  filterName: null,
  search: '',
  searchExpression: null,
  filters: [],
  savedId: null,
  parts: false,
  reconcile: null,
  sort: null,
} as const satisfies RegisterView;

export type ViewStore = StoreApi<RegisterView>;

export function createView(): ViewStore {
  return createStore<RegisterView>(() => NOTHING);
}

export const ViewContext = createContext<ViewStore | null>(null);

/** The store of the register around a component. */
export function useViewStore(): ViewStore {
  const view = use(ViewContext);
  if (!view) throw new Error('The view is missing: wrap the register in its context.');
  return view;
}

/** A part of the view of the register around a component. */
export function useRegisterView<T>(select: (view: RegisterView) => T): T {
  return useStore(useViewStore(), select);
}

/** Shows what is given, and forgets all else. */
export function openView(view: ViewStore, given: Partial<KeptView> = {}): void {
  view.setState({ ...NOTHING, ...given });
}

export function setSearch(
  view: ViewStore,
  search: string,
  searchExpression: Expression | null,
): void {
  view.setState({ search, searchExpression });
}

/** The name of a figure is that of its own transactions only. */
function renamed({ parts, filterName }: RegisterView): Pick<RegisterView, 'filterName'> {
  return { filterName: parts ? null : filterName };
}

function withId(filter: Omit<AppliedFilter, 'id'>): AppliedFilter {
  return { ...filter, id: newId() };
}

/** Adds a filter and returns its id. */
export function addFilter(view: ViewStore, filter: Omit<AppliedFilter, 'id'>): string {
  const added = withId(filter);
  view.setState((state) => ({ filters: [...state.filters, added], ...renamed(state) }));
  return added.id;
}

/** Puts the filters of a saved one in force, in place of all others. */
export function showFilters(
  view: ViewStore,
  filters: readonly Omit<AppliedFilter, 'id'>[],
  savedId: string,
): void {
  view.setState({ filters: filters.map(withId), savedId, filterName: null, parts: false });
}

export function replaceFilter(
  view: ViewStore,
  id: string,
  filter: Omit<AppliedFilter, 'id'>,
): void {
  view.setState((state) => ({
    filters: state.filters.map((other) => (other.id === id ? { ...filter, id } : other)),
    ...renamed(state),
  }));
}

export function removeFilter(view: ViewStore, id: string): void {
  const others = view.getState().filters.filter((other) => other.id !== id);
  if (others.length === 0) clearFilters(view);
  else view.setState((state) => ({ filters: others, ...renamed(state) }));
}

export function clearFilters(view: ViewStore): void {
  view.setState({ filters: [], filterName: null, savedId: null, parts: false });
}

export function startReconcile(view: ViewStore, target: number): void {
  view.setState({ reconcile: { target, unclearedOnly: true } });
}

export function changeReconcile(view: ViewStore, change: Partial<Reconciliation>): void {
  view.setState(({ reconcile }) => ({
    reconcile: reconcile && { ...reconcile, ...change },
  }));
}

export function stopReconcile(view: ViewStore): void {
  view.setState({ reconcile: null });
}

/** Puts the list in the order of a column, in the opposite one, or back in the usual one. */
export function sortBy(view: ViewStore, column: SortColumn): Sort | null {
  const sort = nextSort(view.getState().sort, column);
  view.setState({ sort });
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

const UNCLEARED: Expression = { cleared: false };
/** Each part of a split is tested by itself, as figures count it. */
export const PARTS: readonly Expression[] = [{ is_parent: false }, { 'account.tombstone': false }];

/** Everything the query is to be narrowed by, besides the view itself. */
export function narrowing(view: RegisterView): Expression[] {
  const { searchExpression, filters, reconcile, parts } = view;
  const expressions = filters.flatMap((filter) => filter.expressions);
  if (parts) expressions.push(...PARTS);
  if (searchExpression) expressions.push(searchExpression);
  if (reconcile?.unclearedOnly) expressions.push(UNCLEARED);
  return expressions;
}
