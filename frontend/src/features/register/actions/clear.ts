import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { offline, onRow, onWhole, type RegisterAt, rowAt } from './at';

function words(at: RegisterAt): string {
  const { cleared, reconciled } = rowAt(at);
  if (reconciled) return commonTexts.unlock;
  return cleared ? registerTexts.markAsNotCleared : registerTexts.markAsCleared;
}

const run = (at: RegisterAt) => at.grid.editing.toggleCleared(rowAt(at));

/** In the menu and on the mark of the row. */
export const clear: Action<RegisterAt> = {
  id: 'clear',
  label: words,
  general: registerTexts.markClearedOrNot,
  applies: onWhole,
  reason: offline,
  run,
};

export const clearCell: Action<RegisterAt> = {
  id: 'clear-cell',
  label: registerTexts.markClearedOrNot,
  keys: ['Enter', 'F2'],
  applies: (at) => at.column === 'cleared' && onRow(at),
  reason: offline,
  run,
};

/** While reconciling, what the bank has too is ticked off. A selection takes the keys first. */
export const tick: Action<RegisterAt> = {
  id: 'tick',
  label: registerTexts.tickHelp,
  keys: ['Space', 'L'],
  applies: (at) =>
    onRow(at) && at.grid.model.view.getState().reconcile !== null && !at.grid.hasSelection(),
  reason: offline,
  run,
};
