import type { Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';

/**
 * Router state that shows the transactions of a category in a month and offers the way back.
 */
export function spentPlace({ id, name }: { id: string; name: string }, month: Month) {
  const filterName = budgetTexts.in(name, monthTitle(month));
  return { goBack: true, filterName, category: id, month };
}
