/** The range of months of the open budget: requested once, then updated by events. */
import { useQuery } from '@tanstack/react-query';
import type { BudgetBounds } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';

const BOUNDS_KEY = ['budget-bounds'] as const;

export function useBounds() {
  return useQuery({ queryKey: BOUNDS_KEY, queryFn: () => send('get-budget-bounds', {}) }, lists);
}

/** Takes over the months that a commit has added. */
export function setBounds(bounds: BudgetBounds): void {
  const isAsked = lists.isFetching({ queryKey: BOUNDS_KEY }) > 0;
  lists.setQueryData(BOUNDS_KEY, bounds);
  // A pending response may be older than the event.
  if (isAsked) void lists.invalidateQueries({ queryKey: BOUNDS_KEY });
}
