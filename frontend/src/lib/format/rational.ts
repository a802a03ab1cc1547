/** An exact fraction; `den` is always positive. Money is never computed with floats. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

/** Longer intermediate results are refused so that typing '9^9^9' cannot hang the tab. */
const MAX_BITS = 4_096n;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function rational(num: bigint, den = 1n): Rational | null {
  if (den === 0n) return null;
  const sign = den < 0n ? -1n : 1n;
  const divisor = gcd(num, den * sign) || 1n;
  return { num: (num * sign) / divisor, den: (den * sign) / divisor };
}

/** The value of 'digits.fraction' with an optional sign; null if there is no digit. */
export function decimal(whole: string, fraction: string, negative = false): Rational | null {
  if (whole === '' && fraction === '') return null;
  const num = BigInt(`${whole}${fraction}`);
  return rational(negative ? -num : num, 10n ** BigInt(fraction.length));
}

export const add = (a: Rational, b: Rational) =>
  rational(a.num * b.den + b.num * a.den, a.den * b.den);
export const subtract = (a: Rational, b: Rational) =>
  rational(a.num * b.den - b.num * a.den, a.den * b.den);
export const multiply = (a: Rational, b: Rational) => rational(a.num * b.num, a.den * b.den);
export const divide = (a: Rational, b: Rational) => rational(a.num * b.den, a.den * b.num);

function bits(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/** `a` to a whole power; null when the power is no whole number or the result is too long. */
export function power(a: Rational, b: Rational): Rational | null {
  if (b.den !== 1n) return null;
  const exponent = b.num < 0n ? -b.num : b.num;
  const size = BigInt(Math.max(bits(a.num), bits(a.den)));
  if (exponent * size > MAX_BITS) return null;
  const [num, den] = [a.num ** exponent, a.den ** exponent];
  return b.num < 0n ? rational(den, num) : rational(num, den);
}

/** The nearest whole number of hundredths; exactly half goes up (toward plus infinity). */
export function toHundredths(value: Rational): bigint {
  const [num, den] = [value.num * 200n + value.den, value.den * 2n];
  const quotient = num / den;
  return num % den < 0n ? quotient - 1n : quotient;
}
