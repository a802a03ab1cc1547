import type { RefObject } from 'react';
import type { Action } from '@/lib/actions/actions';
import { rulesTexts } from '@/texts/rules';

export interface RulesScreen {
  search: RefObject<HTMLInputElement | null>;
  create: () => void;
}

export const SCREEN_ACTIONS: readonly Action<RulesScreen>[] = [
  {
    id: 'rules-search',
    label: rulesTexts.searchRules,
    keys: ['/'],
    run: ({ search }) => search.current?.focus(),
  },
  {
    id: 'rules-create',
    label: rulesTexts.create,
    keys: ['T'],
    run: ({ create }) => create(),
  },
];
