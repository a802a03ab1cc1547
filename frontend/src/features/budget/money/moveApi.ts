/** The calls that move money between envelopes, months and what is left to budget. */
import type { Month, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { tell } from '@/lib/notices/tell';
import { budgetTexts } from '@/texts/budget';
import type { Named } from '../api';
import { TO_BUDGET } from './toBudget';

export interface Move {
  month: Month;
  cents: number;
  from: Named;
  to: Named;
}

interface CoverAll {
  month: Month;
  from: Named;
  /** Whether the place may fall below zero. */
  belowZero: boolean;
}

/** Covers what an envelope lacks, at most with what the other place has; says what was moved. */
export async function coverOverspending({ month, cents, from, to }: Move): Promise<void> {
  const args = { month, to: to.id, from: from.id, amount: cents };
  const amount = await send('budget/cover-overspending', args);
  const facts = { amount, category: to.name, month };
  const isToBudget = from.id === TO_BUDGET;
  confirmMoved(
    amount,
    isToBudget
      ? step('coveredFromToBudget', facts)
      : step('coveredOverspending', { ...facts, from: from.name }),
  );
}

/** Says what was moved; nothing may be left by the time it is. The backend names the step. */
function confirmMoved(amount: number, named: StepName): void {
  if (amount > 0) confirmStep(named);
  else tell(budgetTexts.nothingMoved);
}

/** Covers all overspent envelopes of a month; the backend names the step. */
export async function coverAll({ month, from, belowZero }: CoverAll): Promise<void> {
  const args = { month, from: from.id, belowZero };
  const { categories } = await send('budget/cover-all-overspending', args);
  const amount = categories.reduce((sum, { covered }) => sum + covered, 0);
  const facts = { amount, count: categories.filter(({ covered }) => covered > 0).length, month };
  const isToBudget = from.id === TO_BUDGET;
  confirmMoved(
    amount,
    isToBudget
      ? step('coveredAllFromToBudget', facts)
      : step('coveredAll', { ...facts, from: from.name }),
  );
}

/** Takes what is overbudgeted out of an envelope, at most what it has; says what was moved. */
export async function coverOverbudgeted({ month, cents, from }: Omit<Move, 'to'>): Promise<void> {
  const args = { month, category: from.id, amount: cents };
  const amount = await send('budget/cover-overbudgeted', args);
  confirmMoved(amount, step('coveredOverbudgeting', { amount, category: from.name, month }));
}

/** Moves money from one place to another; of what is left to budget, at most all of it. */
export async function moveMoney({ month, cents, from, to }: Move): Promise<void> {
  if (from.id === TO_BUDGET) {
    const args = { month, amount: cents, category: to.id };
    const amount = await send('budget/transfer-available', args);
    confirmMoved(amount, step('budgetedAvailable', { amount, category: to.name, month }));
    return;
  }
  const facts = { amount: cents, month };
  const named =
    to.id === TO_BUDGET
      ? step('returnedMoney', { ...facts, category: from.name })
      : step('movedMoney', { ...facts, from: from.name, to: to.name });
  const args = { month, amount: cents, from: from.id, to: to.id };
  await send('budget/transfer-category', args, { step: named });
  confirmStep(named);
}

/** Holds money for the next month; false if nothing is left to hold. */
export async function holdForNextMonth(month: Month, cents: number): Promise<boolean> {
  const named = step('heldForNextMonth', { amount: cents, month });
  const args = { month, amount: cents };
  const isHeld = await send('budget/hold-for-next-month', args, { step: named });
  if (isHeld) confirmStep(named);
  return isHeld;
}

export async function resetHold(month: Month): Promise<void> {
  const named = step('releasedHold', { month });
  await send('budget/reset-hold', { month }, { step: named });
  confirmStep(named);
}
