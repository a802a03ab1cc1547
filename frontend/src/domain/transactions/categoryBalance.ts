import type { Day } from '@/generated/contract';
import { monthOf } from '@/lib/format/dates';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';

/** The balance of a category in the month of a day, if its cell is cached. */
export function balanceOf(day: Day): (category: string) => number | undefined {
  const sheet = monthSheet(monthOf(day));
  return (category) => {
    const value = cells.get(cellName(sheet, `leftover-${category}`));
    return typeof value === 'number' ? value : undefined;
  };
}
