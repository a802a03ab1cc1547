import type { BudgetType, CategoryGroup, Month } from '@/generated/contract';

/** The month that an action of a whole month is about. */
export interface MonthAt {
  month: Month;
  /** The month of now: it tells plans from results. */
  today: Month;
  type: BudgetType;
  groups: readonly CategoryGroup[];
  offline: boolean;
}
