/** The range of months that a report shows: which can be chosen, and what a choice changes. */
import type { Calendar } from '@/domain/reports/calendar';
import type { Month } from '@/generated/contract';
import { addDays, addMonths, clampMonth, monthOf } from '@/lib/format/dates';

/** Both months are part of it. */
export interface Range {
  from: Month;
  to: Month;
}

export type ReportId = 'net-worth' | 'cash-flow';

/** A range whose ends were chosen the wrong way round becomes this many months longer. */
const TURNED_MONTHS = 6;
/** So many months before the last one can be chosen for net worth, with transactions or not. */
const BACK_MONTHS = 12;
const DEFAULT_BACK_MONTHS = 5;
const DEFAULT_BACK_DAYS = 30;

/** From the first transaction to this month, or to the last transaction if that is later. */
export function offeredMonths(report: ReportId, { today, earliest, latest }: Calendar): Range {
  const to = later(monthOf(today), monthOf(latest));
  const back = addMonths(to, report === 'net-worth' ? -BACK_MONTHS : 0);
  return { from: earlier(monthOf(earliest), back), to };
}

/** A range without the months that are not offered. */
export function cutRange({ from, to }: Range, offered: Range): Range {
  const start = clampMonth(from, offered.from, offered.to);
  return { from: start, to: later(start, clampMonth(to, offered.from, offered.to)) };
}

/** The range after its first month was chosen: the end follows a start that lies after it. */
export function withStart(range: Range, from: Month): Range {
  return { from, to: from > range.to ? addMonths(from, TURNED_MONTHS) : range.to };
}

/** The range after its last month was chosen: the start follows an end that lies before it. */
export function withEnd(range: Range, to: Month): Range {
  return { from: to < range.from ? addMonths(to, -TURNED_MONTHS) : range.from, to };
}

/** The range that a report opens with. */
export function defaultRange(report: ReportId, { today }: Calendar): Range {
  const to = monthOf(today);
  if (report === 'cash-flow') return { from: monthOf(addDays(today, -DEFAULT_BACK_DAYS)), to };
  return { from: addMonths(to, -DEFAULT_BACK_MONTHS), to };
}

export type QuickId = 'month1' | 'months3' | 'months6' | 'year' | 'all';

/** The ranges that one press chooses. */
export function quickRanges(report: ReportId, calendar: Calendar): [QuickId, Range][] {
  const current = monthOf(calendar.today);
  const last = (count: number): Range => ({ from: addMonths(current, 1 - count), to: current });
  const all: Range = {
    from: monthOf(calendar.earliest),
    to: later(current, monthOf(calendar.latest)),
  };
  const ranges: [QuickId, Range][] = [
    ['month1', last(1)],
    ['months3', last(3)],
    ['months6', last(6)],
    ['year', last(12)],
    ['all', all],
  ];
  return report === 'cash-flow' ? ranges : ranges.slice(1);
}

export const isSameRange = (a: Range, b: Range) => a.from === b.from && a.to === b.to;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The range in an address; null when there is none, or one that nobody could have chosen. */
export function rangeOfSearch(search: URLSearchParams): Range | null {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  return MONTH.test(from) && MONTH.test(to) && from <= to ? { from, to } : null;
}

/** The later of two days or months. */
export const later = (a: Month, b: Month) => (a > b ? a : b);
/** The earlier of two days or months. */
export const earlier = (a: Month, b: Month) => (a < b ? a : b);
