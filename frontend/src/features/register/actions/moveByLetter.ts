import type { Action } from '@/lib/actions/actions';
import { registerTexts } from '@/texts/register';
import type { RegisterAt } from './at';

export const moveByLetter: Action<RegisterAt> = {
  id: 'move-by-letter',
  label: registerTexts.downAndUp,
  keys: ['J', 'K'],
  run: ({ grid }, event) => grid.moveRows(event?.key.toLowerCase() === 'j' ? 1 : -1),
};
