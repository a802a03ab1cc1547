/** Filters that come with the way to the register, such as from a cell of the budget. */

import type { AppliedFilter } from '@/domain/transactions/view';
import type { CategoryId, Month, PayeeId, TransactionId } from '@/generated/contract';
import { commonTexts } from '@/texts/common';

/** The navigation state of a register. */
export interface GivenView {
  /** The title in place of the view's own. */
  filterName: string | null;
  filters: AppliedFilter[];
  /** Words to search for. */
  search?: string;
}

const NOTHING: GivenView = { filterName: null, filters: [] };

/** Reads a navigation state; anything may be in it, a reload keeps old ones. */
export function givenView(state: unknown): GivenView {
  const given = (state ?? {}) as Record<string, unknown>;
  const { filterName, category, month, payee, search, imported } = given;
  if (typeof search === 'string') return { ...NOTHING, search };
  if (Array.isArray(imported)) return { ...NOTHING, filters: [ofImport(imported)] };
  if (typeof payee === 'string') return { ...NOTHING, filters: [ofPayee(payee)] };
  if (typeof category !== 'string' || typeof month !== 'string') return NOTHING;
  if (!/^\d{4}-\d{2}$/.test(month)) return NOTHING;
  return {
    filterName: typeof filterName === 'string' ? filterName : null,
    filters: categoryMonth(category, month),
  };
}

/** Whether a navigation state asks for some of the transactions. */
export function isViewGiven(state: unknown): boolean {
  const { filters, search } = givenView(state);
  return filters.length > 0 || search !== undefined;
}

function ofImport(ids: readonly TransactionId[]): AppliedFilter {
  return {
    id: 'given-imported',
    condition: null,
    name: commonTexts.imported,
    expressions: [{ id: { $oneof: ids } }],
  };
}

function ofPayee(payee: PayeeId): AppliedFilter {
  return {
    id: 'given-payee',
    condition: { field: 'payee', op: 'is', value: payee, type: 'id' },
    name: null,
    expressions: [{ payee: { $eq: payee } }],
  };
}

/**
 * Filters for the transactions behind a spent amount of the budget: one category in one month, in
 * accounts on budget only. Also given as conditions, so that the chips can be edited.
 */
function categoryMonth(category: CategoryId, month: Month): AppliedFilter[] {
  return [
    {
      id: 'given-category',
      condition: { field: 'category', op: 'is', value: category, type: 'id' },
      name: null,
      expressions: [{ category: { $eq: category } }],
    },
    {
      id: 'given-month',
      condition: { field: 'date', op: 'is', value: month, type: 'date', options: { month: true } },
      name: null,
      expressions: [{ date: [{ $gte: `${month}-00` }, { $lte: `${month}-99` }] }],
    },
    {
      id: 'given-on-budget',
      condition: null,
      name: commonTexts.budgetAccounts,
      conditions: [{ field: 'account', op: 'onBudget', value: '', type: 'id' }],
      expressions: [{ 'account.offbudget': false }],
    },
  ];
}
