import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import type { Months } from '../view';

export const MONTH_ACTIONS: readonly Action<Months>[] = [
  {
    id: 'month-previous',
    label: budgetTexts.previousMonth,
    keys: ['['],
    run: ({ step }) => step(-1),
  },
  { id: 'month-next', label: budgetTexts.nextMonth, keys: [']'], run: ({ step }) => step(1) },
  {
    id: 'month-today',
    label: budgetTexts.currentMonth,
    keys: ['0'],
    run: ({ show, today }) => void show(today),
  },
];
