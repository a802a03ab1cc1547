/** Screen state of the budget that outlives leaving the screen: the month and what is shown. */
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
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
  /** On a phone, what is spent stands in place of what is budgeted. */
  showSpent: boolean;
}

export const useBudgetView = create<View>(() => ({
  budgetId: '',
  start: null,
  showHidden: false,
  showSpent: false,
}));

/** The current month by the backend's calendar. */
export function useToday(): Month {
  const today = useConnection((state) => state.today);
  return (today ?? new Date().toISOString()).slice(0, 7);
}

/** The month the screen begins with: that of the address, where it was left, or the current one. */
export function useStart(): Month {
  const today = useToday();
  const budgetId = usePref('id');
  const [params] = useSearchParams();
  const left = useBudgetView((state) => (state.budgetId === budgetId ? state.start : null));
  return monthIn(params) ?? left ?? today;
}

export interface Months {
  start: Month;
  months: Month[];
  today: Month;
  /** Shows the months from `month` on, once their cells are here. */
  show: (month: Month) => Promise<void>;
  step: (count: number) => void;
}

/** The month that an address names, `?m=2026-11`. */
function monthIn(params: URLSearchParams): Month | null {
  const month = params.get('m');
  return month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null;
}

function withMonth(params: URLSearchParams, month: Month): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('m', month);
  return next;
}

/**
 * The months in view, the first one also in the address; switching fetches the new ones first so
 * that no empty table shows.
 */
export function useMonths(count: number, bounds: Bounds): Months {
  const today = useToday();
  const budgetId = usePref('id');
  const [, setParams] = useSearchParams();
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
      useBudgetView.setState({ budgetId, start: target });
      setParams((before) => withMonth(before, target), { replace: true });
    },
    [count, bounds, budgetId, setParams],
  );
  // Count from the last requested month, so that fast presses are not lost.
  const step = useCallback(
    (by: number) => void show(addMonths(isSwitching.current ? wanted.current : start, by)),
    [show, start],
  );
  useEffect(() => {
    for (const month of preloadMonths(start, count, bounds)) void prewarm(month).catch(() => {});
  }, [start, count, bounds]);
  return { start, months: monthRange(start, count), today, show, step };
}
