/** The actions of the register as a screen; they work wherever the focus is. */

import { Plus } from 'lucide-react';
import { NARROW_ACTIONS } from '@/features/filters/actions/narrow';
import type { NarrowParts } from '@/features/filters/useNarrowParts';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import type { RegisterController } from '../grid/RegisterController';

export interface RegisterScreen extends NarrowParts {
  grid: RegisterController;
  /** Opens the form for a new transaction. */
  add: () => void;
}

export const newTransaction: Action<RegisterScreen> = {
  id: 'register-new',
  label: registerTexts.addNew,
  general: commonTexts.newTransaction,
  keys: ['T'],
  icon: Plus,
  run: ({ add }) => add(),
};

const enterList: Action<RegisterScreen> = {
  id: 'register-enter',
  label: registerTexts.goToTheList,
  keys: ['J', 'K'],
  run: ({ grid }) => grid.refocus(),
};

export const SCREEN_ACTIONS: readonly Action<RegisterScreen>[] = [
  newTransaction,
  enterList,
  ...NARROW_ACTIONS,
];
