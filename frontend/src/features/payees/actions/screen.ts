import type { RefObject } from 'react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';

export interface PayeesScreen {
  search: RefObject<HTMLInputElement | null>;
  toggleUnused: () => void;
}

export const SCREEN_ACTIONS: readonly Action<PayeesScreen>[] = [
  {
    id: 'payees-search',
    label: payeesTexts.searchPayees,
    keys: ['/'],
    run: ({ search }) => search.current?.focus(),
  },
  {
    id: 'payees-unused',
    label: payeesTexts.onlyUnusedHelp,
    run: ({ toggleUnused }) => toggleUnused(),
  },
];
