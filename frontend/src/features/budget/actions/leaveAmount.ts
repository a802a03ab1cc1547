import type { Action } from '@/lib/actions/actions';
import type { Advance } from '../model/keyboard';

/** The open amount field, for its keys. */
export interface AmountField {
  finish: (advance: Advance) => void;
  cancel: () => void;
}

export const LEAVE_AMOUNT: readonly Action<AmountField>[] = [
  {
    id: 'commit-next',
    label: 'Save and move down or up',
    keys: ['Enter', 'Shift+Enter'],
    run: ({ finish }, event) => finish(event?.shiftKey ? 'up' : 'down'),
  },
  {
    id: 'commit-tab',
    label: 'Save and go to the next amount',
    keys: ['Tab', 'Shift+Tab'],
    run: ({ finish }, event) => finish(event?.shiftKey ? 'previous' : 'next'),
  },
  { id: 'cancel', label: 'Cancel', keys: ['Escape'], run: ({ cancel }) => cancel() },
];
