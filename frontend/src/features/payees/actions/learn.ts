import { GraduationCap } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { setLearning } from '../api';
import { run } from '../run';
import { onRow, type PayeeAt, protectedRow, rowAt } from './at';

export const learn: Action<PayeeAt> = {
  id: 'learn',
  label: (at) =>
    rowAt(at).learns ? payeesTexts.stopLearningCategories : payeesTexts.learnCategories,
  general: payeesTexts.learnCategoriesOrNot,
  icon: GraduationCap,
  applies: onRow,
  reason: protectedRow,
  run: (at) => void run(setLearning(rowAt(at), !rowAt(at).learns)),
};

export const learnCell: Action<PayeeAt> = {
  ...learn,
  id: 'learn-cell',
  keys: ['Enter'],
  applies: (at) => onRow(at) && at.column === 'learns',
};
