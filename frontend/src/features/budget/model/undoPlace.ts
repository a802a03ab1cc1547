/** Where in the budget an undone or redone step happened. */
import type { BudgetMeasure, Month, StepPlace } from '@/generated/contract';

export interface BudgetPlace {
  /** The category or group. */
  itemId: string;
  /** The month that was written, when the step changed an amount or a carryover. */
  month: Month | null;
  /** The column of that month. */
  measure: BudgetMeasure;
}

/** The place of a step on this screen; null when it is on another one or gone. */
export function budgetPlace(place: StepPlace | null): BudgetPlace | null {
  if (place?.type === 'budget') {
    const { category, month, measure } = place;
    return { itemId: category, month, measure };
  }
  return place?.type === 'item' ? { itemId: place.id, month: null, measure: 'budgeted' } : null;
}
