/** The weeks of a month in a calendar. */
import type { CalendarMonth, Day } from '@/generated/contract';
import { addDays } from '@/lib/format/dates';

/** Whole weeks, with the days of other months that they begin and end with. */
export function weeksOf({ firstCell, lastCell }: CalendarMonth): Day[][] {
  const weeks: Day[][] = [];
  for (let first = firstCell; first <= lastCell; first = addDays(first, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(first, day)));
  }
  return weeks;
}
