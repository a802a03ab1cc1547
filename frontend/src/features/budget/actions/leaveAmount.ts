import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import type { Advance } from '../model/keyboard';

/** The open amount field, for its keys. */
export interface AmountField {
  finish: (advance: Advance) => void;
  cancel: () => void;
}

export const LEAVE_AMOUNT: readonly Action<AmountField>[] = [
  {
    id: 'commit-next',
    label: budgetTexts.saveAndMove,
    keys: ['Enter', 'Shift+Enter'],
    run: ({ finish }, event) => finish(event?.shiftKey ? 'up' : 'down'),
  },
  {
    id: 'commit-tab',
    label: budgetTexts.saveAndNext,
    keys: ['Tab', 'Shift+Tab'],
    run: ({ finish }, event) => finish(event?.shiftKey ? 'previous' : 'next'),
  },
  { id: 'cancel', label: commonTexts.cancel, keys: ['Escape'], run: ({ cancel }) => cancel() },
];
