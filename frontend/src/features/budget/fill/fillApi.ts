/** The calls that fill the envelopes of a month from other months. */
import type { BudgetedAmount, Month, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { monthSheet } from '@/lib/sheet/names';
import { optimistic } from '@/lib/sheet/sheet';
import type { Named } from '../api';
import { categoryCell } from '../model/cells';

export async function copyLastMonth(month: Month): Promise<void> {
  const named = step('copiedLastMonth', { month });
  await send('budget/copy-previous-month', { month }, { step: named });
  confirmStep(named);
}

export async function setAllToZero(month: Month): Promise<void> {
  const named = step('setToZero', { month });
  await send('budget/set-zero', { month }, { step: named });
  confirmStep(named);
}

const AVERAGES = {
  3: 'budget/set-3month-avg',
  6: 'budget/set-6month-avg',
  12: 'budget/set-12month-avg',
} as const;

/** How many months an average may be of. */
export type Averaged = keyof typeof AVERAGES;
export const AVERAGED: readonly Averaged[] = [3, 6, 12];

export async function setAllToAverage(month: Month, count: Averaged): Promise<void> {
  const named = step('setToAverage', { count, month });
  await send(AVERAGES[count], { month }, { step: named });
  confirmStep(named);
}

/** Copies a month of a tracking budget to all later months. */
export async function copyToFuture(startMonth: Month): Promise<void> {
  const named = step('copiedToFuture', { month: startMonth });
  await send('budget/set-all-future', { startMonth }, { step: named });
  confirmStep(named);
}

export async function copyLastMonthOf(category: Named, month: Month): Promise<void> {
  const named = step('copiedLastMonthOf', { category: category.name, month });
  await send('budget/copy-single-month', { month, category: category.id }, { step: named });
  confirmStep(named);
}

export async function copyUntilYearEnd(category: Named, month: Month): Promise<void> {
  const named = step('copiedUntilYearEnd', { category: category.name, month });
  await send('budget/copy-until-year-end', { month, category: category.id }, { step: named });
  confirmStep(named);
}

export async function setToAverage(category: Named, month: Month, count: Averaged): Promise<void> {
  const named = step('setToAverageOf', { category: category.name, count, month });
  const args = { month, N: count, category: category.id };
  await send('budget/set-n-month-avg', args, { step: named });
  confirmStep(named);
}

/** Sets several amounts as one step; they show at once. */
async function setAmounts(amounts: readonly BudgetedAmount[], named: StepName): Promise<void> {
  const write = send('budget/set-amounts', { amounts: [...amounts] }, { step: named });
  const shown = amounts.map(({ month, category, amount }) =>
    optimistic(monthSheet(month), categoryCell('budgeted', category), amount, write),
  );
  await Promise.all(shown);
  confirmStep(named);
}

export function pasteAmounts(amounts: readonly BudgetedAmount[]): Promise<void> {
  return setAmounts(amounts, step('budgetedSome', { count: amounts.length }));
}

/** Copies the amount of a month to later ones. */
export function fillRight(
  category: Named,
  from: { month: Month; cents: number },
  months: readonly Month[],
): Promise<void> {
  const { month, cents: amount } = from;
  const named = step('filledRight', { category: category.name, count: months.length, month });
  const amounts = months.map((later) => ({ month: later, category: category.id, amount }));
  return setAmounts(amounts, named);
}
