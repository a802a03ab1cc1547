import { CornerDownRight } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { monthSheet } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { setCarryover } from '../api';
import { run } from '../grid/run';
import { carryoverCell } from '../model/cells';
import { measureColumn } from '../model/columns';
import { type BudgetAt, itemAt, offline, onMeasure } from './at';

const monthOf = ({ column }: BudgetAt) => measureColumn(column)?.month ?? '';

/** Whether overspending stays in the category. */
const rolls = (at: BudgetAt) =>
  cells.get(`${monthSheet(monthOf(at))}!${carryoverCell(at.rowId)}`) === true;

export const rollover: Action<BudgetAt> = {
  id: 'carryover',
  label: (at) => (rolls(at) ? budgetTexts.doNotRollOver : budgetTexts.rollOver),
  general: budgetTexts.rollOver,
  icon: CornerDownRight,
  applies: (at) => onMeasure(at, 'balance'),
  reason: offline,
  run: (at) => void run(setCarryover(itemAt(at), monthOf(at), !rolls(at))),
};
