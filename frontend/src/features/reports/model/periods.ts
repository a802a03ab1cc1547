import type { Period } from '@/components/charts/chart';
import { type DateFormat, formatDay, monthShort, monthTitle, monthYear } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';

/** A day, a month or a year by its key: 'yyyy-MM-dd', 'yyyy-MM' or 'yyyy'. */
export function periodOf(key: string, dates: DateFormat): Period {
  if (key.length === 'yyyy'.length) return { key, name: key, tick: key };
  if (!isMonth(key)) return { key, name: formatDay(key, dates), tick: formatDay(key, dates) };
  return { key, name: monthTitle(key), tick: reportsTexts.tick(monthShort(key), monthYear(key)) };
}

export const isMonth = (key: string) => key.length === 'yyyy-MM'.length;
