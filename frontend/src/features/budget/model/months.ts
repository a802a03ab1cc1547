/** Which months the budget screen shows, by width, preference and bounds. */

import type { Month } from '@/generated/contract';
import { addMonths, clampMonth, monthRange, monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';

export interface Bounds {
  start: Month;
  end: Month;
}

/** Width of the label column in px; the month columns share the rest. */
export const LABEL_WIDTH_PX = 200;

/** Smallest widths, in px without the label column, at which one more month fits. */
const MONTH_WIDTHS_PX = [700, 950, 1200, 1450, 1650];

/** Data is fetched from one month before to four months after the start month. */
const PRELOAD_BEFORE = 1;
const PRELOAD_AFTER = 4;

/** How many months fit into the given width of the whole grid. */
export function monthsThatFit(widthPx: number): number {
  const available = widthPx - LABEL_WIDTH_PX;
  return 1 + MONTH_WIDTHS_PX.filter((limit) => available >= limit).length;
}

/** Smallest width, in px without the label column, with room for details beside one month. */
const DETAILS_FROM_PX = 560;

/** Whether the details of a category fit beside one month. */
export function fitsDetails(widthPx: number): boolean {
  return widthPx - LABEL_WIDTH_PX >= DETAILS_FROM_PX;
}

/** The months that fit, capped by the preference `maxMonths`; never less than one. */
export function monthsShown(widthPx: number, maxMonths: number): number {
  return Math.max(1, Math.min(monthsThatFit(widthPx), maxMonths));
}

/** The nearest start month whose whole range lies within the bounds, the start winning. */
export function clampStart(start: Month, count: number, bounds: Bounds): Month {
  const last = addMonths(bounds.end, 1 - count);
  return last < bounds.start ? bounds.start : clampMonth(start, bounds.start, last);
}

/** The months to have at hand before `start` is shown, kept within the bounds. */
export function preloadMonths(start: Month, count: number, bounds: Bounds): Month[] {
  const months = monthRange(
    addMonths(start, -PRELOAD_BEFORE),
    PRELOAD_BEFORE + 1 + Math.max(PRELOAD_AFTER, count - 1),
  );
  return months.filter((month) => month >= bounds.start && month <= bounds.end);
}

/** Why a month cannot be chosen, or null when it can. */
export function outOfBoundsReason(month: Month, bounds: Bounds): string | null {
  if (month < bounds.start) return budgetTexts.startsIn(monthTitle(bounds.start));
  if (month > bounds.end) return budgetTexts.endsIn(monthTitle(bounds.end));
  return null;
}
