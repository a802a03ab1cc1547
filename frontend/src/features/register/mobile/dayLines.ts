/** The list of a phone: one card for each transaction, the first of a day under its date. */

import type { Day } from '@/generated/contract';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { LOCALE } from '@/texts/locale';
import { registerTexts } from '@/texts/register';
import type { RegisterList } from '../model/registerList';

/** Heights in rem; a card is two lines of text. */
export const CARD_REM = 3.75;
export const HEADER_REM = 2;

/** The day a line lies on; null while it is not loaded. */
export function dayAt(list: RegisterList, index: number): Day | null {
  const line = list.line(index);
  return line.kind === 'unknown' ? null : line.entry.row.date;
}

/** Whether a line is the first of its day, as far as the loaded lines show. */
export function startsDay(list: RegisterList, index: number): boolean {
  const day = dayAt(list, index);
  return day !== null && (index === 0 || dayAt(list, index - 1) !== day);
}

const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });

/** 'Today, 11/20/2026', 'Thursday, 11/19/2026'. */
export function dayTitle(day: Day, today: Day, format: DateFormat): string {
  const name = day === today ? registerTexts.today : WEEKDAY.format(new Date(`${day}T00:00:00Z`));
  return `${name}, ${formatDay(day, format)}`;
}
