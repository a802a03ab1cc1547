import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { isEditable } from '../model/columns';
import { type BudgetAt, offline, rowAt } from './at';

/** What all of them are for. */
const ON_AMOUNT: Pick<Action<BudgetAt>, 'applies' | 'reason'> = {
  applies: (at) => isEditable(rowAt(at), at.column, at.grid.model.type),
  reason: offline,
};

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
  keys: ['Delete'],
  run: (at) => void at.grid.editing.write(at, 0),
};
