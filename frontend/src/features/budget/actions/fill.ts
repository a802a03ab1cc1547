import { ArrowRightToLine, CalendarArrowDown, CalendarRange, Sigma } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import {
  AVERAGED,
  copyLastMonthOf,
  copyUntilYearEnd,
  fillRight as fillMonths,
  setToAverage,
} from '../fill/fillApi';
import { run } from '../grid/run';
import { cents } from '../model/cells';
import { measureColumn } from '../model/columns';
import { type BudgetAt, itemAt, numberAt, ON_AMOUNT, offline, onAmount } from './at';

const monthOf = ({ column }: BudgetAt) => measureColumn(column)?.month ?? '';

export const copyLast: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'copy-last-month',
  label: budgetTexts.copyLastMonth,
  icon: CalendarArrowDown,
  run: (at) => void run(copyLastMonthOf(itemAt(at), monthOf(at))),
};

export const average: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'set-to-average',
  label: budgetTexts.setToAverage,
  icon: Sigma,
  choices: () => AVERAGED.map((count) => ({ id: `${count}`, label: budgetTexts.average(count) })),
  choose: (at, choice) => {
    const count = AVERAGED.find((it) => `${it}` === choice);
    if (count) void run(setToAverage(itemAt(at), monthOf(at), count));
  },
  run: () => false,
};

export const copyOnward: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'copy-until-year-end',
  label: budgetTexts.copyUntilYearEnd,
  icon: CalendarRange,
  run: (at) => void run(copyUntilYearEnd(itemAt(at), monthOf(at))),
};

/** The months shown to the right of the cell. */
function laterMonths(at: BudgetAt) {
  const { months } = at.grid.model;
  return months.slice(months.indexOf(monthOf(at)) + 1);
}

export const fillRight: Action<BudgetAt> = {
  id: 'fill-right',
  label: budgetTexts.fillRight,
  keys: ['Mod+Shift+ArrowRight'],
  icon: ArrowRightToLine,
  applies: (at) => at.grid.model.months.length > 1 && onAmount(at),
  reason: (at) =>
    offline(at) ?? (laterMonths(at).length > 0 ? undefined : budgetTexts.noMonthToTheRight),
  run: (at) => {
    const value = cells.get(numberAt(at) ?? '');
    if (value === undefined) return false;
    const amount = { month: monthOf(at), cents: cents(value) };
    void run(fillMonths(itemAt(at), amount, laterMonths(at)));
    return true;
  },
};
