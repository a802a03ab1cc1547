/** Amounts to and from the clipboard. */
import type { Action } from '@/lib/actions/actions';
import { copyText } from '@/lib/clipboard/copyText';
import { tell } from '@/lib/notices/tell';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { cents } from '../model/cells';
import { isEditable } from '../model/columns';
import { type BudgetAt, numberAt, offline, rowAt } from './at';

async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    tell(budgetTexts.copiedAmount(text));
  } catch {
    tell(budgetTexts.notCopied);
  }
}

export const copyAmount: Action<BudgetAt> = {
  id: 'copy-amount',
  label: budgetTexts.copyAmount,
  keys: ['Mod+C'],
  applies: (at) => numberAt(at) !== null,
  run: (at) => {
    const value = cells.get(numberAt(at) ?? '');
    // Text that is selected elsewhere on the page is what the user means.
    if (value === undefined || getSelection()?.isCollapsed === false) return false;
    void copy(at.grid.model.amounts.formatFull(cents(value)));
    return true;
  },
};

/** The key is left to the browser, which brings the text: reading the clipboard needs leave. */
export const pasteAmounts: Action<BudgetAt> = {
  id: 'paste-amounts',
  label: budgetTexts.pasteAmounts,
  keys: ['Mod+V'],
  applies: (at) => isEditable(rowAt(at), at.column, at.grid.model.type),
  reason: offline,
  run: () => false,
};
