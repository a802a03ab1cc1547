import { useActions } from '@/lib/actions/useActions';
import { MONTH_ACTIONS } from './actions/months';
import type { Months } from './view';

/** The keys for the previous, next and current month. */
export function useMonthKeys(shown: Months): void {
  useActions('budget', MONTH_ACTIONS, shown);
}
