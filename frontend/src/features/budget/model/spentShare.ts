/** How much of an envelope is spent, for the bar under its name. */
import type { BudgetType } from '@/generated/contract';
import { budgetTexts } from '@/texts/budget';
import { number } from '@/texts/locale';

/** From this share on, little is left. */
const ALMOST = 90;

/** `done` is spent to the last cent, as bills are. */
export type SpentState = 'usual' | 'almost' | 'done' | 'overspent';

export interface SpentShare {
  /** Whole percent of the available money, 0 to 100; more is overspent. */
  percent: number;
  state: SpentState;
  words: string;
}

/**
 * Of amounts in cents: `spent` is negative, `balance` what is left. Null if there is nothing to say,
 * as where a tracking budget plans nothing.
 */
export function spentShare(spent: number, balance: number, type: BudgetType): SpentShare | null {
  const available = balance - spent;
  if (available <= 0 && type === 'report') return null;
  if (available <= 0 && spent === 0) return null;
  const isOverspent = balance < 0;
  if (available <= 0) {
    const words = isOverspent ? budgetTexts.overspentState : budgetTexts.spentShare(number(0));
    return { percent: isOverspent ? 100 : 0, state: isOverspent ? 'overspent' : 'usual', words };
  }
  // Rounded down, so that 100 % means that nothing is left.
  const whole = Math.max(0, Math.floor((-spent / available) * 100));
  const over = type === 'report' ? 'almost' : 'overspent';
  const state = isOverspent ? over : stateAt(whole);
  return { percent: Math.min(100, whole), state, words: budgetTexts.spentShare(number(whole)) };
}

function stateAt(percent: number): SpentState {
  if (percent >= 100) return 'done';
  return percent >= ALMOST ? 'almost' : 'usual';
}
