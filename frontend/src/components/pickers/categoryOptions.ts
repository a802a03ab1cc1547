import type { Amount, CategoryGroup } from '@/generated/contract';
import { pickersTexts } from '@/texts/pickers';
import type { SuggestOption, SuggestSection } from './suggestions';

export interface CategoryChoice {
  groups: readonly CategoryGroup[];
  /** Stays offered although hidden. */
  value: string | null;
  /** A category's balance, already known; undefined while it is not. */
  balanceOf?: ((category: string) => Amount | undefined) | undefined;
  format: (cents: Amount | undefined) => string;
  onSplit?: (() => void) | undefined;
}

const SPLIT = 'split';

/** "Split transaction" first, then the categories by group with their balances. */
export function categorySections(choice: CategoryChoice): SuggestSection[] {
  const { groups, value, balanceOf, format, onSplit } = choice;
  const split: SuggestOption[] = onSplit
    ? [{ id: SPLIT, name: pickersTexts.splitTransaction, act: onSplit }]
    : [];
  const shown = groups.map((group) => ({
    id: group.id,
    name: group.name,
    options: group.categories
      .filter(({ id, hidden }) => (!hidden && !group.hidden) || id === value)
      .map(({ id, name }) => ({
        id,
        name,
        ...(balanceOf ? { detail: format(balanceOf(id)) } : {}),
      })),
  }));
  return [{ id: SPLIT, name: '', options: split }, ...shown];
}

export function categoryName(groups: readonly CategoryGroup[], id: string | null): string {
  for (const group of groups) {
    const found = group.categories.find((category) => category.id === id);
    if (found) return found.name;
  }
  return '';
}
