import type { Day } from '@/generated/contract';
import { addDays, type DateFormat, parseDay } from './dates';

type Part = 'yyyy' | 'MM' | 'dd';

function partsOf(format: DateFormat): Part[] {
  return format.split(/[^a-zA-Z]/) as Part[];
}

/** How many digits each part has when so many are typed without separators. */
const YEAR_DIGITS: Record<number, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 2, 6: 2, 7: 4, 8: 4 };

/**
 * Parses a typed day: in the order of the format, with any separators or none, with or without
 * leading zeros, without the year or with its last two digits. Missing parts come from today; a day
 * alone is in this month. Also accepts `2026-11-05`, `nov 3` and `tomorrow` in any format. Null if
 * there is no such day.
 */
export function parseTypedDay(text: string, format: DateFormat, today: Day): Day | null {
  const trimmed = text.trim();
  const named = namedDay(trimmed.toLowerCase(), today) ?? dayOfNamedMonth(trimmed, today);
  if (named) return named;
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(trimmed)) return parseDay(trimmed, 'yyyy-MM-dd');
  if (!/^\d[\d\s./-]*$/.test(trimmed)) return null;
  const parts = trimmed.split(/\D+/).filter(Boolean);
  if (parts.length === 3) return parseDay(trimmed, format);
  if (parts.length === 2) return fromParts(parts, order(format, false), today);
  if (parts.length !== 1 || parts[0] !== trimmed) return null;
  return trimmed.length <= 2
    ? fromParts([trimmed], ['dd'], today)
    : nearest(readings(trimmed, format, today), today);
}

/** Days by their names, or as much of one as no other begins with. */
const NAMED_DAYS = [
  { name: 'today', least: 1, days: 0 },
  { name: 'tomorrow', least: 3, days: 1 },
  { name: 'yesterday', least: 1, days: -1 },
] as const;

function namedDay(word: string, today: Day): Day | null {
  const named = NAMED_DAYS.find(({ name, least }) => word.length >= least && name.startsWith(word));
  return named ? addDays(today, named.days) : null;
}

const MONTHS =
  'january february march april may june july august september october november december';

/** 'nov 3', '3 November', 'Nov 3, 2027': three letters of a month are enough. */
function dayOfNamedMonth(text: string, today: Day): Day | null {
  const parts = text
    .toLowerCase()
    .split(/[\s.,/-]+/)
    .filter(Boolean);
  const word = parts.find((part) => /^[a-z]{3,}$/.test(part)) ?? '';
  const month = word ? MONTHS.split(' ').findIndex((name) => name.startsWith(word)) + 1 : 0;
  const [day = '', year = today.slice(0, 4), ...more] = parts.filter((part) => part !== word);
  if (month === 0 || more.length > 0 || !/^\d{1,2}$/.test(day)) return null;
  return parseDay(`${year}-${month}-${day}`, 'yyyy-MM-dd');
}

function order(format: DateFormat, withYear: boolean): Part[] {
  return partsOf(format).filter((part) => withYear || part !== 'yyyy');
}

function fromParts(parts: readonly string[], names: readonly Part[], today: Day): Day | null {
  const given = (name: Part, otherwise: string) => parts[names.indexOf(name)] ?? otherwise;
  const [year, month] = [given('yyyy', today.slice(0, 4)), given('MM', today.slice(5, 7))];
  return parseDay(`${year}-${month}-${given('dd', '')}`, 'yyyy-MM-dd');
}

/** The days that digits without separators may mean. */
function readings(digits: string, format: DateFormat, today: Day): Day[] {
  const yearDigits = YEAR_DIGITS[digits.length];
  if (yearDigits === undefined) return [];
  const names = order(format, yearDigits > 0);
  const short = digits.length - yearDigits;
  const found: Day[] = [];
  for (const monthDigits of [1, 2]) {
    const dayDigits = short - monthDigits;
    if (dayDigits < 1 || dayDigits > 2) continue;
    const widths: Record<Part, number> = { yyyy: yearDigits, MM: monthDigits, dd: dayDigits };
    const day = fromParts(
      cut(
        digits,
        names.map((name) => widths[name]),
      ),
      names,
      today,
    );
    if (day) found.push(day);
  }
  return found;
}

/** A text cut into pieces of these lengths. */
function cut(text: string, widths: readonly number[]): string[] {
  let from = 0;
  return widths.map((width) => {
    from += width;
    return text.slice(from - width, from);
  });
}

/** '111' may be January 11th or November 1st; the one closer to today is meant. */
function nearest(days: readonly Day[], today: Day): Day | null {
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(today));
  return [...days].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/**
 * Reads a search text that is a day as a whole: in the format, without the year (this year), or
 * with a short year. Numbers alone are amounts, not days.
 */
export function parseSearchedDay(text: string, format: DateFormat, today: Day): Day | null {
  const separator = format.replace(/[a-zA-Z]/g, '')[0] ?? '/';
  const parts = text.trim().split(separator);
  const isDay = parts.length > 1 && parts.every((part) => /^\d{1,4}$/.test(part));
  return isDay ? parseTypedDay(text, format, today) : null;
}

/** So many days after a day; today when there is none. */
export function stepDay(day: Day | null, days: number, today: Day): Day {
  return day === null ? today : addDays(day, days);
}
