import type { Day, Month } from '@/generated/contract';
import { LOCALE } from '@/texts/locale';

export type DateFormat = 'MM/dd/yyyy' | 'dd/MM/yyyy' | 'yyyy-MM-dd' | 'MM.dd.yyyy' | 'dd.MM.yyyy';

export const DATE_FORMATS: readonly DateFormat[] = [
  'MM/dd/yyyy',
  'dd/MM/yyyy',
  'yyyy-MM-dd',
  'MM.dd.yyyy',
  'dd.MM.yyyy',
];

/** Months since year 0; months are compared and added as these. */
function monthIndex(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

function monthAt(index: number): Month {
  const year = Math.floor(index / 12);
  return `${String(year).padStart(4, '0')}-${String(index - year * 12 + 1).padStart(2, '0')}`;
}

export function addMonths(month: Month, count: number): Month {
  return monthAt(monthIndex(month) + count);
}

/** How many months `to` lies after `from`; negative when before. */
export function monthsBetween(from: Month, to: Month): number {
  return monthIndex(to) - monthIndex(from);
}

/** `count` months from `start` on. */
export function monthRange(start: Month, count: number): Month[] {
  return Array.from({ length: Math.max(0, count) }, (_, step) => addMonths(start, step));
}

export function clampMonth(month: Month, start: Month, end: Month): Month {
  if (month < start) return start;
  return month > end ? end : month;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function monthText(month: Month, options: Intl.DateTimeFormatOptions, locale: string): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  return formatter.format(new Date(Date.UTC(year, number - 1, 1)));
}

/** 'November 2026'. */
export function monthTitle(month: Month, locale = LOCALE): string {
  return monthText(month, { month: 'long', year: 'numeric' }, locale);
}

/** 'Nov'. */
export function monthShort(month: Month, locale = LOCALE): string {
  return monthText(month, { month: 'short' }, locale);
}

export function monthYear(month: Month): string {
  return month.slice(0, 4);
}

/** A day in one of the five formats. */
export function formatDay(day: Day, format: DateFormat): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('yyyy', year).replace('MM', month).replace('dd', date);
}

/** So many days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + count);
  return time.toISOString().slice(0, 10);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Reads a day in the given order of parts, with any separators; null if there is no such day. */
export function parseDay(text: string, format: DateFormat): Day | null {
  const parts = text.trim().split(/\D+/).filter(Boolean);
  if (parts.length !== 3) return null;
  const order = format.split(/[^a-zA-Z]/);
  const part = (name: string) => parts[order.indexOf(name)] ?? '';
  const yearText = part('yyyy');
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const [month, date] = [Number(part('MM')), Number(part('dd'))];
  if (yearText.length !== 2 && yearText.length !== 4) return null;
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return null;
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}
