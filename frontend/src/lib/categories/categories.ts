import { useQuery } from '@tanstack/react-query';
import type { CategoryGroup } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { named } from '@/lib/lists/named';

/** The first part is a table: a pushed event that names it loads the list again. */
export const CATEGORIES_KEY = ['categories', 'tree'] as const;

export async function fetchCategories(): Promise<CategoryGroup[]> {
  const { grouped } = await send('get-categories', {});
  return grouped.map((group) => ({ ...named(group), categories: group.categories.map(named) }));
}

/** The groups of the open budget with their categories, in the order of the budget. */
export function useCategories(isWanted = true) {
  const asked = { queryKey: CATEGORIES_KEY, queryFn: fetchCategories, enabled: isWanted };
  return useQuery(asked, lists);
}
