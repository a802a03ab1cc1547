import type { Action } from '@/lib/actions/actions';

export interface PayeesScreen {
  search: HTMLInputElement | null;
  toggleUnused: () => void;
}

export const SCREEN_ACTIONS: readonly Action<PayeesScreen>[] = [
  {
    id: 'payees-search',
    label: 'Search payees',
    keys: ['/'],
    run: ({ search }) => search?.focus(),
  },
  {
    id: 'payees-unused',
    label: 'Show only unused payees, or all',
    run: ({ toggleUnused }) => toggleUnused(),
  },
];
