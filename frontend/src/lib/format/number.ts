import { decimal, type Rational } from './rational';

export type NumberFormat =
  | 'comma-dot'
  | 'dot-comma'
  | 'space-comma'
  | 'apostrophe-dot'
  | 'comma-dot-in';

export const NUMBER_FORMATS: readonly NumberFormat[] = [
  'comma-dot',
  'dot-comma',
  'space-comma',
  'apostrophe-dot',
  'comma-dot-in',
];

export interface Marks {
  group: string;
  decimal: string;
}

const MARKS: Record<NumberFormat, Marks> = {
  'comma-dot': { group: ',', decimal: '.' },
  'dot-comma': { group: '.', decimal: ',' },
  'space-comma': { group: '\u202f', decimal: ',' },
  'apostrophe-dot': { group: '\u2019', decimal: '.' },
  'comma-dot-in': { group: ',', decimal: '.' },
};

export function marksOf(format: NumberFormat): Marks {
  return MARKS[format];
}

/** Signs that may stand between digits, besides spaces. */
const GROUPS = /[.,'\u2019\s]/;

/**
 * Whether a number is written as somebody would write it: groups of three digits (in the Indian
 * format of two), one kind of grouping mark, and at most one decimal mark.
 */
export function isWellWritten(text: string, format: NumberFormat): boolean {
  const body = text.replace(/[\p{Sc}]/gu, '').trim();
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const mark = last < 0 ? '' : (body[last] ?? '');
  const isGroup = mark === MARKS[format].group && body.length - last > 3;
  const [whole, fraction] =
    last < 0 || isGroup ? [body, ''] : [body.slice(0, last), body.slice(last + 1)];
  if (!/^\d*$/.test(fraction)) return false;
  const marks = new Set([...whole].filter((sign) => GROUPS.test(sign)));
  if (marks.size > 1 || (!isGroup && marks.has(mark))) return false;
  const [first = '', ...groups] = whole.split(GROUPS);
  const others = format === 'comma-dot-in' ? /^\d{2,3}$/ : /^\d{3}$/;
  const isGrouped = groups.length === 0 || /^\d{1,3}$/.test(first);
  return /^\d*$/.test(first) && isGrouped && groups.every((group) => others.test(group));
}

/**
 * Reads a number typed by a person. The last dot or comma is the decimal mark, unless it is the
 * format's own grouping mark with at least three characters after it.
 */
export function parseNumber(text: string, format: NumberFormat): Rational | null {
  const firstDigit = text.search(/\d/);
  if (firstDigit < 0) return null;
  const negative = /[-\u2212]/.test(text.slice(0, firstDigit));
  const end = text.slice(firstDigit).search(/[-\u2212]/);
  const body = end < 0 ? text : text.slice(0, firstDigit + end);
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const isGroup = last >= 0 && body[last] === MARKS[format].group && body.length - last > 3;
  const cut = last < 0 || isGroup ? body.length : last;
  const digits = (part: string) => part.replace(/\D/g, '');
  return decimal(digits(body.slice(0, cut)), digits(body.slice(cut)), negative);
}
