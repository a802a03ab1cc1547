/** Which categories may take over what a deleted one holds. */
import type { CategoryGroup } from '@/generated/contract';
import type { CategoryRow, GroupRow } from './rows';

export interface ReplacementGroup {
  id: string;
  name: string;
  options: { id: string; name: string }[];
}

/** Categories of the same kind of money, without the deleted ones; grouped as in the budget. */
export function replacements(
  deleted: GroupRow | CategoryRow,
  groups: readonly CategoryGroup[],
): ReplacementGroup[] {
  return groups
    .filter((group) => group.is_income === deleted.income && group.id !== deleted.id)
    .map(({ id, name, categories }) => ({
      id,
      name,
      options: categories
        .filter((category) => category.id !== deleted.id)
        .map((category) => ({ id: category.id, name: category.name })),
    }))
    .filter((group) => group.options.length > 0);
}
