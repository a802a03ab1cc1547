import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLatest } from '@/lib/react/useLatest';
import type { BudgetController } from './grid/BudgetController';
import { goTo } from './useUndoPlace';
import type { Months } from './view';

/**
 * Focuses the current month's amount of a category that another screen leads to, such as the
 * palette.
 */
export function useGivenCategory(controller: BudgetController, shown: Months): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const category: unknown = (state as Record<string, unknown> | null)?.focusCategory;
  const latest = useLatest(shown);
  useEffect(() => {
    if (typeof category !== 'string') return;
    // Once: coming back to this page later leads to where the keyboard was.
    void navigate({ pathname, search }, { replace: true, state: null });
    const place = { itemId: category, month: latest.current.today, measure: 'budgeted' } as const;
    void goTo(place, controller, latest.current, 'focus');
  }, [category, controller, navigate, pathname, search]);
}
