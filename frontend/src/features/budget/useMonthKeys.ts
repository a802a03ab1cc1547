import { useActions } from '@/lib/actions/useActions';
import { MONTH_ACTIONS } from './actions/months';
import { monthPalette } from './actions/wholeMonth';
import type { GridModel } from './grid/gridModel';
import type { Months } from './view';

/** The keys for the previous, next and current month, and what the palette does with the first. */
export function useMonthKeys(shown: Months, { type, groups, offline }: GridModel): void {
  useActions('budget', MONTH_ACTIONS, shown);
  const at = { month: shown.start, today: shown.today, type, groups, offline };
  useActions('budget', monthPalette(at), at);
}
