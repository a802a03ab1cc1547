/** Spending against what it is compared with, in words that follow the meaning, not the sign. */
import type { Spending } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';
import { toCent } from './amounts';

export interface SpendingWords {
  words: string;
  tone: 'good' | 'bad' | 'plain';
}

function comparedWith(figures: Spending, isNow: boolean): string {
  const { mode, compareTo, averageMonths } = figures;
  if (mode === 'average') return figureTexts.average(averageMonths.length);
  const month = monthTitle(compareTo);
  return isNow ? figureTexts.byThisDay(month) : figureTexts.inMonth(month);
}

function againstBudget(cents: number, amount: string, isNow: boolean): string {
  if (cents === 0) return figureTexts.onBudget(isNow);
  return cents > 0 ? figureTexts.overBudget(amount, isNow) : figureTexts.underBudget(amount, isNow);
}

function againstOther(cents: number, amount: string, than: string): string {
  if (cents === 0) return figureTexts.asMuch(than);
  return cents > 0 ? figureTexts.more(amount, than) : figureTexts.less(amount, than);
}

/** None where there is nothing to compare with. `isNow`: the month is not over yet. */
export function spendingWords(
  figures: Spending,
  isNow: boolean,
  { format }: AmountFormat,
): SpendingWords | null {
  const { mode, difference, averageMonths } = figures;
  if (mode === 'average' && averageMonths.length === 0) {
    return { words: figureTexts.noAverage, tone: 'plain' };
  }
  if (difference === null) return null;
  const cents = toCent(difference);
  const amount = format(Math.abs(cents));
  const words =
    mode === 'budget'
      ? againstBudget(cents, amount, isNow)
      : againstOther(cents, amount, comparedWith(figures, isNow));
  return { words, tone: cents === 0 ? 'plain' : cents > 0 ? 'bad' : 'good' };
}
