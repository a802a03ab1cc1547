import { useMemo } from 'react';
import type { CategoryGroup, Month } from '@/generated/contract';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell, useAmounts } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { categoryCell } from '../model/cells';
import { type Place, type PlaceGroup, placesOf } from './places';
import { TO_BUDGET } from './toBudget';

export interface Places {
  groups: readonly PlaceGroup[];
  toBudget: Place;
  /** Finds a place by its id. */
  find: (id: string | null) => Place | undefined;
}

/** The envelopes of a month with what is in them now, and what is left to budget. */
export function usePlaces(month: Month, groups: readonly CategoryGroup[]): Places {
  const sheet = monthSheet(month);
  const ids = useMemo(
    () => groups.flatMap((group) => group.categories.map(({ id }) => id)),
    [groups],
  );
  const names = useMemo(() => ids.map((id) => categoryCell('balance', id)), [ids]);
  const balances = useAmounts(sheet, names);
  const left = useAmountCell(sheet, TO_BUDGET);
  return useMemo(() => {
    const known = new Map(ids.map((id, at) => [id, balances[at]]));
    const shown = placesOf(groups, (id) => known.get(id));
    const toBudget = { id: TO_BUDGET, name: budgetTexts.toBudgetPlace, balance: left };
    // Hidden envelopes too: a dialog can open at one while the screen shows hidden ones.
    const categories = groups.flatMap((group) => group.categories);
    const all = new Map<string, Place>([[TO_BUDGET, toBudget]]);
    for (const { id, name } of categories) all.set(id, { id, name, balance: known.get(id) });
    return { groups: shown, toBudget, find: (id) => (id === null ? undefined : all.get(id)) };
  }, [groups, ids, balances, left]);
}
