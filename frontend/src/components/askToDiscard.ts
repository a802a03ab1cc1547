import { discardTexts } from '@/texts/discard';
import { showConfirm } from './AlertDialog';

/** Asks before what was typed into a long form is lost. */
export function askToDiscard(leave: () => void): void {
  const { title, hint, discard } = discardTexts;
  showConfirm(title, hint, { text: discard, act: leave, look: 'danger' });
}
