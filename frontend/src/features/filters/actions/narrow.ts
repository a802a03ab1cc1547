/** The ways to narrow the list of a register; they work wherever the focus is. */

import { ListFilter } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { filtersTexts } from '@/texts/filters';
import type { NarrowParts } from '../useNarrowParts';

export const filter: Action<NarrowParts> = {
  id: 'register-filter',
  label: filtersTexts.filter,
  general: filtersTexts.filterHelp,
  keys: ['F'],
  icon: ListFilter,
  run: ({ setMenuOpen }) => setMenuOpen(true),
};

function goToSearch({ search }: NarrowParts): void {
  search.current?.focus();
  search.current?.select();
}

export const search: Action<NarrowParts> = {
  id: 'register-search',
  label: filtersTexts.search,
  general: filtersTexts.searchTransactions,
  keys: ['/'],
  run: goToSearch,
};

/** Drawn rows are a few of all. A second press opens the browser's own search. */
const find: Action<NarrowParts> = {
  id: 'register-find',
  label: filtersTexts.searchHelp,
  keys: ['Mod+F'],
  keyOnly: true,
  run: (parts, event) => {
    const isInList = event?.target instanceof Element && event.target.closest('[role=grid]');
    return isInList ? goToSearch(parts) : false;
  },
};

export const NARROW_ACTIONS: readonly Action<NarrowParts>[] = [filter, search, find];
