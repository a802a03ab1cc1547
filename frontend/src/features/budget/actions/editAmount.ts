import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { isEditable } from '../model/columns';
import { type BudgetAt, offline, rowAt } from './at';

const onAmount = (at: BudgetAt) => isEditable(rowAt(at), at.column, at.grid.model.type);

export const editAmount: Action<BudgetAt> = {
  id: 'edit-amount',
  label: budgetTexts.editTheAmount,
  keys: ['Enter', 'F2'],
  applies: onAmount,
  reason: offline,
  run: (at) => at.grid.editing.open(at, 'select'),
};

export const typeAmount: Action<BudgetAt> = {
  id: 'type-amount',
  label: budgetTexts.typeOverTheAmount,
  keys: ['0–9', '.', ',', '('],
  applies: onAmount,
  reason: offline,
  run: (at, event) => at.grid.editing.open(at, 'replace', event?.key),
};

export const continueAmount: Action<BudgetAt> = {
  id: 'continue-amount',
  label: budgetTexts.addOrSubtract,
  keys: ['+', '-'],
  applies: onAmount,
  reason: offline,
  run: (at, event) => at.grid.editing.open(at, 'continue', event?.key),
};

export const clearAmount: Action<BudgetAt> = {
  id: 'clear-amount',
  label: budgetTexts.setTheAmountToZero,
  keys: ['Delete'],
  applies: onAmount,
  reason: offline,
  run: (at) => void at.grid.editing.write(at, 0),
};
