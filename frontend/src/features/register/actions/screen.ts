/** The actions of the register as a screen; they work wherever the focus is. */

import { openFilterMenu } from '@/features/filters/FilterButton';
import type { Action } from '@/lib/actions/actions';
import { registerTexts } from '@/texts/register';
import type { AddingForm } from '../adding/AddingForm';
import type { RegisterController } from '../grid/RegisterController';

export interface RegisterScreen {
  adding: AddingForm;
  grid: RegisterController;
}

export const newTransaction: Action<RegisterScreen> = {
  id: 'register-new',
  label: registerTexts.newTransaction,
  keys: ['T'],
  run: ({ adding }) => adding.open(),
};

const enterList: Action<RegisterScreen> = {
  id: 'register-enter',
  label: registerTexts.goToTheList,
  keys: ['J', 'K'],
  run: ({ grid }) => grid.refocus(),
};

const filter: Action<RegisterScreen> = {
  id: 'register-filter',
  label: registerTexts.filterHelp,
  keys: ['F'],
  run: () => openFilterMenu(),
};

export const SCREEN_ACTIONS: readonly Action<RegisterScreen>[] = [
  newTransaction,
  enterList,
  filter,
];
