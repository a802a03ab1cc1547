import type { Action } from '@/lib/actions/actions';
import type { Months } from '../view';

export const MONTH_ACTIONS: readonly Action<Months>[] = [
  { id: 'month-previous', label: 'Previous month', keys: ['['], run: ({ step }) => step(-1) },
  { id: 'month-next', label: 'Next month', keys: [']'], run: ({ step }) => step(1) },
  {
    id: 'month-today',
    label: 'Current month',
    keys: ['0'],
    run: ({ show, today }) => void show(today),
  },
];
