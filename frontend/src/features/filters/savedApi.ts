/** The calls about saved filters. Every write names its undo step. */

import { useQuery } from '@tanstack/react-query';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';
import { queryRows } from '@/lib/query/query';
import type { Kept, SavedFilter } from './saved';

/** The first part is the name of the table: a pushed event that names it reloads the list. */
const KEY = ['transaction_filters', 'all'] as const;

async function fetchSaved(): Promise<SavedFilter[]> {
  const rows = await queryRows({ table: 'transaction_filters', selectExpressions: ['*'] });
  const found = rows.flatMap(({ id, name, conditions, conditions_op }) =>
    Array.isArray(conditions)
      ? [{ id, name: name ?? '', conditions, conditions_op: conditions_op ?? ('and' as const) }]
      : [],
  );
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

const NONE: readonly SavedFilter[] = [];

/** The saved filters by name; none until they are here. */
export function useSavedFilters(): readonly SavedFilter[] {
  return useQuery({ queryKey: KEY, queryFn: fetchSaved }, lists).data ?? NONE;
}

/** Saves filters under a name; returns the id. */
export async function createSaved(name: string, { conditions, op }: Kept): Promise<string> {
  const args = { name, conditions: [...conditions], conditionsOp: op };
  const id = await send('filter-create', args, { step: step('savedFilter', { name }) });
  await lists.refetchQueries({ queryKey: KEY });
  return id;
}

export async function changeSaved({ id, name }: SavedFilter, { conditions, op }: Kept) {
  const args = { id, conditions: [...conditions], conditionsOp: op };
  await send('filter-update', args, { step: step('changedFilter', { name }) });
}

export async function renameSaved({ id, name: old }: SavedFilter, name: string) {
  const named = step('renamedFilter', { from: old, to: name });
  await send('filter-update', { id, name }, { step: named });
}

/** The step that deletes a filter. */
export const deletionOf = ({ name }: SavedFilter) => step('deletedFilter', { name });

export async function deleteSaved(saved: SavedFilter) {
  await send('filter-delete', { id: saved.id }, { step: deletionOf(saved) });
}
