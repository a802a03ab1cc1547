/** Screen state of the budget that outlives leaving the screen: the month and what is shown. */
import { useCallback, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Month } from '@/generated/contract';
import { useConnection } from '@/lib/connection/backend';
import { addMonths, monthRange } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { prewarm } from '@/lib/sheet/sheet';
import { type Bounds, clampStart, preloadMonths } from './model/months';

interface View {
  /** The budget this state belongs to; another one starts at the current month. */
  budgetId: string;
  start: Month | null;
  showHidden: boolean;
}

export const view = create<View>(() => ({ budgetId: '', start: null, showHidden: false }));

/** The current month by the backend's calendar. */
export function useToday(): Month {
  const today = useConnection((state) => state.today);
  return (today ?? new Date().toISOString()).slice(0, 7);
}

/** The month the screen begins with: where it was left, else the current one. */
export function useStart(): Month {
  const today = useToday();
  const budgetId = usePref('id');
  return view((state) => (state.budgetId === budgetId ? state.start : null)) ?? today;
}

export interface Months {
  start: Month;
  months: Month[];
  today: Month;
  /** Shows the months from `month` on, once their cells are here. */
  show: (month: Month) => Promise<void>;
  step: (count: number) => void;
}

/** The months in view; switching fetches the new ones first so that no empty table shows. */
export function useMonths(count: number, bounds: Bounds): Months {
  const today = useToday();
  const budgetId = usePref('id');
  const start = clampStart(useStart(), count, bounds);
  const wanted = useRef(start);
  const isSwitching = useRef(false);

  const show = useCallback(
    async (month: Month) => {
      const target = clampStart(month, count, bounds);
      wanted.current = target;
      isSwitching.current = true;
      await Promise.allSettled(monthRange(target, count).map(prewarm));
      if (wanted.current !== target) return;
      isSwitching.current = false;
      view.setState({ budgetId, start: target });
    },
    [count, bounds, budgetId],
  );
  // Steps count from the month asked for last, so that fast presses are not lost.
  const step = useCallback(
    (by: number) => void show(addMonths(isSwitching.current ? wanted.current : start, by)),
    [show, start],
  );
  useEffect(() => {
    for (const month of preloadMonths(start, count, bounds)) void prewarm(month).catch(() => {});
  }, [start, count, bounds]);
  return { start, months: monthRange(start, count), today, show, step };
}
