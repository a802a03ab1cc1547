/** Amounts to and from the clipboard. */
import type { Action } from '@/lib/actions/actions';
import { copyText } from '@/lib/clipboard/copyText';
import { tell } from '@/lib/notices/tell';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { cents } from '../model/cells';
import { type BudgetAt, numberAt, ON_AMOUNT } from './at';

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

/** The browser's paste event brings the text: reading the clipboard directly needs permission. */
export const pasteAmounts: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'paste-amounts',
  label: budgetTexts.pasteAmounts,
  keys: ['Mod+V'],
  run: () => false,
};
