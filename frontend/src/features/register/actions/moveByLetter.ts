import type { Action } from '@/lib/actions/actions';
import type { RegisterAt } from './at';

export const moveByLetter: Action<RegisterAt> = {
  id: 'move-by-letter',
  label: 'Down and up',
  keys: ['J', 'K'],
  run: ({ grid }, event) => grid.moveRows(event?.key.toLowerCase() === 'j' ? 1 : -1),
};
