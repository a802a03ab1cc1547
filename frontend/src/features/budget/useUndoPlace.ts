import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { CATEGORIES_KEY } from '@/lib/categories/categories';
import { listen, session } from '@/lib/connection/backend';
import { isTextField } from '@/lib/keys/keys';
import { reread } from '@/lib/lists/lists';
import { useModals } from '@/lib/modals/modals';
import { useLatest } from '@/lib/react/useLatest';
import type { BudgetController } from './grid/BudgetController';
import { columnId, NAME_COLUMN } from './model/columns';
import { type BudgetPlace, budgetPlace } from './model/undoPlace';
import type { Months } from './view';

/** An undo or redo of this tab goes to where the step happened. */
export function useUndoPlace(controller: BudgetController, shown: Months): void {
  const latest = useLatest(shown);
  useEffect(
    () =>
      listen('undo-event', ({ origin, place: written }) => {
        if (origin === null || origin !== session() || isBusy()) return;
        const place = budgetPlace(written);
        if (place) void goTo(place, controller, latest.current);
      }),
    [controller],
  );
}

/** Whether the user is typing or in a dialog; the focus then stays where it is. */
function isBusy(): boolean {
  return useModals.getState().stack.length > 0 || isTextField(document.activeElement);
}

/** Shows a place and makes it the tab stop, or moves the keyboard there. */
export async function goTo(
  { itemId, month, measure }: BudgetPlace,
  controller: BudgetController,
  shown: Months,
  way: 'reveal' | 'focus' = 'reveal',
) {
  if (month && !shown.months.includes(month)) await shown.show(month);
  // A row that was moved, hidden or brought back is found once the list is here that says so.
  if (!month) await reread(CATEGORIES_KEY);
  const group = controller.model.groups.find(({ categories }) =>
    categories.some(({ id }) => id === itemId),
  );
  if (group && controller.model.collapsed.has(group.id)) controller.collapse(group.id, false);
  const column = month ? columnId(measure, month) : NAME_COLUMN;
  // The screen knows the requested months and rows by now, and draws them.
  flushSync(() => {});
  const position = { rowId: itemId, column };
  if (way === 'focus') controller.focusWhenThere(position);
  else controller.whenThere(itemId, () => controller.reveal(position));
}
