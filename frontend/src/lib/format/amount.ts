import { commonTexts } from '@/texts/common';
import { evaluateExpression } from './expression';
import { marksOf, type NumberFormat } from './number';
import { type Rational, toHundredths } from './rational';

export { NUMBER_FORMATS, type NumberFormat, parseNumber } from './number';
export { toHundredths } from './rational';

/** Amounts lie within plus or minus this many cents. */
export const MAX_CENTS = 2 ** 51 - 1;

function groupDigits(whole: string, format: NumberFormat): string {
  const pattern = format === 'comma-dot-in' ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return whole.replace(pattern, marksOf(format).group);
}

/** Cents as text with two decimals, or rounded to whole units; never '-0.00'. */
export function formatAmount(cents: number, format: NumberFormat, hideFraction = false): string {
  const digits = Math.abs(Math.trunc(cents)).toString().padStart(3, '0');
  let whole = digits.slice(0, -2);
  const fraction = digits.slice(-2);
  if (hideFraction && fraction >= '50') whole = (BigInt(whole) + 1n).toString();
  const empty = hideFraction ? whole === '0' : digits === '000';
  const text = groupDigits(whole, format);
  const sign = cents < 0 && !empty ? '-' : '';
  return hideFraction ? `${sign}${text}` : `${sign}${text}${marksOf(format).decimal}${fraction}`;
}

/** Cents of a value rounded half up; null outside the range of amounts. */
export function toCents(value: Rational): number | null {
  const cents = toHundredths(value);
  const limit = BigInt(MAX_CENTS);
  return cents > limit || cents < -limit ? null : Number(cents);
}

export type Evaluated =
  | { ok: true; cents: number }
  | { ok: false; reason: 'empty' | 'invalid' | 'too-large' };

/** A number in parentheses alone: a sum to some, a loss to others. */
const IN_PARENTHESES = /^\s*\(+[^()+*/^-]*\)+\s*$/;

/**
 * Reads an amount that may be an expression such as '(12.50+3)*2', also behind '='. Text that can
 * be read in more than one way, or only in part, is invalid.
 */
export function evaluateAmount(text: string, format: NumberFormat): Evaluated {
  if (text.trim() === '') return { ok: false, reason: 'empty' };
  const sum = text.replace(/^\s*=/, '');
  const value = IN_PARENTHESES.test(sum) ? null : evaluateExpression(sum, format);
  if (!value) return { ok: false, reason: 'invalid' };
  const cents = toCents(value);
  return cents === null ? { ok: false, reason: 'too-large' } : { ok: true, cents };
}

/** Reading and writing of amounts bound to one number format. */
export interface AmountFormat {
  readonly numberFormat: NumberFormat;
  readonly decimalMark: string;
  /** Text of an amount, '' while it is unknown; words for a sum out of range. */
  format(cents: number | null | undefined): string;
  /** Text with its decimals even where fractions are hidden; for editing. */
  formatFull(cents: number): string;
  evaluate(text: string): Evaluated;
}

export function amountFormat(numberFormat: NumberFormat, hideFraction = false): AmountFormat {
  return {
    numberFormat,
    decimalMark: marksOf(numberFormat).decimal,
    format: (cents) => {
      if (cents === null || cents === undefined) return '';
      // Such a sum is not exact any more, so it is not shown.
      if (Math.abs(cents) > MAX_CENTS) return commonTexts.outOfRange;
      return formatAmount(cents, numberFormat, hideFraction);
    },
    formatFull: (cents) => formatAmount(cents, numberFormat),
    evaluate: (text) => evaluateAmount(text, numberFormat),
  };
}
