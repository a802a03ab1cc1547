import { decimal, type Rational } from './rational';

/**
 * Reads an amount found in a bank's file, whatever its separators: the last dot or comma is the
 * decimal mark when 1, 2 or 4 to 9 characters follow; three are a group (spec/5 section 6.3).
 */
export function parseLooseAmount(text: string): Rational | null {
  let source = text.trim().replaceAll('\u2212', '-');
  if (source.startsWith('(') && source.endsWith(')')) source = `-${source.slice(1, -1)}`;
  const last = Math.max(source.lastIndexOf('.'), source.lastIndexOf(','));
  const after = source.length - last - 1;
  const hasFraction = last >= 0 && after >= 1 && after <= 9 && after !== 3;
  const cut = hasFraction ? last : source.length;
  const kept = (part: string) => part.replace(/[^\d-]/g, '');
  const whole = /^(-?)(\d*)/.exec(kept(source.slice(0, cut)));
  const negative = whole?.[1] === '-';
  const digits = whole?.[2] ?? '';
  const fraction = hasFraction ? (/^\d*/.exec(kept(source.slice(cut)))?.[0] ?? '') : '';
  const value = decimal(digits, fraction, negative);
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  if (!value || value.num / value.den > limit || value.num / value.den < -limit) return null;
  return value;
}
