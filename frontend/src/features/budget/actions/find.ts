import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';

/** A screen that can ask for a category and go there. */
export interface Finding {
  find: () => void;
}

export const FIND_ACTIONS: readonly Action<Finding>[] = [
  { id: 'find-category', label: budgetTexts.findCategory, keys: ['/'], run: ({ find }) => find() },
];
