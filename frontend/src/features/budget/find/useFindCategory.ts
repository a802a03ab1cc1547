import { useActions } from '@/lib/actions/useActions';
import { FIND_ACTIONS } from '../actions/find';
import type { BudgetController } from '../grid/BudgetController';
import { goTo } from '../useUndoPlace';
import type { Months } from '../view';
import { openFind } from './openFind';

/** Finds a category by its name: the keyboard goes to its amount of now, or of the first month. */
export function useFindCategory(controller: BudgetController, shown: Months): void {
  const goToAmount = (itemId: string) => {
    const { months, start, today } = shown;
    const month = months.includes(today) ? today : start;
    void goTo({ itemId, month, measure: 'budgeted' }, controller, shown, 'focus');
  };
  useActions('budget', FIND_ACTIONS, {
    find: () => openFind(controller.model.groups, goToAmount),
  });
}
