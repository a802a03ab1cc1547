import type { Place } from '@/components/grid/gridStore';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { pasteAmounts } from '../fill/fillApi';
import { columnId } from '../model/columns';
import { pasteAt } from '../model/paste';
import type { BudgetController } from './BudgetController';
import { run } from './run';

/** Puts the amounts of a text into the cells from a place on, or says why not. */
export function paste(controller: BudgetController, place: Place, text: string): void {
  const { model } = controller;
  const pasted = model.offline
    ? { problem: commonTexts.offline }
    : pasteAt(text, place, model.amounts, model);
  if ('problem' in pasted) {
    tell(pasted.problem);
    return;
  }
  const [only, ...others] = pasted.amounts;
  if (others.length > 0) void run(pasteAmounts(pasted.amounts));
  else if (only) {
    const cell = { rowId: only.category, column: columnId('budgeted', only.month) };
    void controller.editing.write(cell, only.amount);
  }
}
