import { CircleSlash } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { type BudgetAt, ON_AMOUNT } from './at';

export const editAmount: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'edit-amount',
  label: budgetTexts.editTheAmount,
  keys: ['Enter', 'F2'],
  run: (at) => at.grid.editing.open(at, 'select'),
};

export const typeAmount: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'type-amount',
  label: budgetTexts.typeOverTheAmount,
  keys: ['0–9', '.', ',', '('],
  run: (at, event) => at.grid.editing.open(at, 'replace', event?.key),
};

export const continueAmount: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'continue-amount',
  label: budgetTexts.addOrSubtract,
  keys: ['+', '-'],
  run: (at, event) => at.grid.editing.open(at, 'continue', event?.key),
};

export const clearAmount: Action<BudgetAt> = {
  ...ON_AMOUNT,
  id: 'clear-amount',
  label: budgetTexts.setTheAmountToZero,
  icon: CircleSlash,
  keys: ['Delete'],
  run: (at) => void at.grid.editing.write(at, 0),
};
