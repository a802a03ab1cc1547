/** Months as they are typed in a condition: the date format without its day. */
import { type DateFormat, formatDay } from '@/lib/format/dates';

/** The date format without its day, such as MM/yyyy. */
export function monthForm(format: DateFormat): string {
  return format.replace(/^dd.|.dd/, '');
}

export function formatMonth(month: string, format: DateFormat): string {
  return formatDay(`${month}-01`, monthForm(format) as DateFormat);
}

/** Reads a month in the month form of the date format; null if the text is none. */
export function parseMonth(text: string, format: DateFormat): string | null {
  const form = monthForm(format);
  const yearFirst = form.startsWith('yyyy');
  const found = (yearFirst ? /^(\d{4})\D(\d{1,2})$/ : /^(\d{1,2})\D(\d{4})$/).exec(text.trim());
  const [, first = '', second = ''] = found ?? [];
  const [year, month] = yearFirst ? [first, second] : [second, first];
  const isMonth = found !== null && Number(month) >= 1 && Number(month) <= 12;
  return isMonth ? `${year}-${month.padStart(2, '0')}` : null;
}
