/** The calls about figures; screens import from here. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AskedCard } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { useToday } from '@/lib/prefs/useToday';

/** Everything that a figure may be made of. Changes that follow each other are read once. */
const MADE_OF = {
  restedTables: [
    'transactions',
    'accounts',
    'categories',
    'category_groups',
    'category_mapping',
    'payees',
    'payee_mapping',
    'preferences',
    'custom_reports',
    'zero_budgets',
    'reflect_budgets',
    'zero_budget_months',
    'schedules',
    'schedules_next_date',
    'rules',
  ],
};

/**
 * The figures of some cards, in their order and all of one state of the budget. They follow every
 * change; the former ones stay until the new ones are there.
 */
export function useFigures(cards: readonly AskedCard[]) {
  const queryKey = ['figures', cards, useToday()];
  const queryFn = () => send('report/figures', { reports: [...cards] });
  return useQuery({ queryKey, queryFn, meta: MADE_OF, placeholderData: keepPreviousData }, lists);
}
