import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountFormat,
  evaluateAmount,
  formatAmount,
  MAX_CENTS,
  NUMBER_FORMATS,
  type NumberFormat,
} from './amount';
import { evaluateExpression } from './expression';
import arithmetic from './fixtures/amount-arithmetic.json';
import currency from './fixtures/amount-currency.json';
import display from './fixtures/amount-format.json';
import { parseNumber } from './number';
import type { Rational } from './rational';

const asNumber = (value: Rational | null) =>
  value === null ? null : Number(value.num) / Number(value.den);

/** Inputs of the vectors that are refused here, because only their beginning has a value. */
const READ_IN_PART = ['1)', '5%', '1e2'];

describe('golden vectors', () => {
  test.each(display.cases)('$id: $cents cents in $number_format reads "$expected"', (vector) => {
    const format = vector.number_format as NumberFormat;
    expect(formatAmount(vector.cents, format, vector.hide_fraction)).toBe(vector.expected);
  });

  test.each(currency.cases)('$id: "$input" in $number_format is $expected', (vector) => {
    const format = vector.number_format as NumberFormat;
    expect(asNumber(parseNumber(vector.input, format))).toBe(vector.expected);
  });

  test.each(arithmetic.cases)('$id: "$input" is $expected', (vector) => {
    const expected = READ_IN_PART.includes(vector.input) ? null : vector.expected;
    expect(asNumber(evaluateExpression(vector.input, 'comma-dot'))).toBe(expected);
  });
});

describe('laws', () => {
  const cents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });
  const format = fc.constantFrom(...NUMBER_FORMATS);

  test('an amount that is written and read is the same amount', () => {
    fc.assert(
      fc.property(cents, format, (amount, numberFormat) => {
        const text = formatAmount(amount, numberFormat);
        expect(evaluateAmount(text, numberFormat)).toEqual({ ok: true, cents: amount + 0 });
      }),
    );
  });

  test('a sum of two written amounts is exact', () => {
    const half = fc.integer({ min: -(2 ** 50) + 1, max: 2 ** 50 - 1 });
    fc.assert(
      fc.property(half, half, format, (a, b, numberFormat) => {
        const text = `${formatAmount(a, numberFormat)}+${formatAmount(b, numberFormat)}`;
        expect(evaluateAmount(text, numberFormat)).toEqual({ ok: true, cents: a + b });
      }),
    );
  });

  test('zero is never negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: -49, max: 49 }), format, (amount, numberFormat) => {
        expect(formatAmount(amount, numberFormat, true)).toBe('0');
        expect(formatAmount(-0, numberFormat)).not.toContain('-');
      }),
    );
  });

  test('no text makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string(), format, (text, numberFormat) => {
        evaluateAmount(text, numberFormat);
      }),
    );
  });
});

describe('expressions', () => {
  test('decimals that floats get wrong are exact', () => {
    expect(evaluateAmount('0.1+0.2', 'comma-dot')).toEqual({ ok: true, cents: 30 });
    expect(evaluateAmount('1.005*100', 'comma-dot')).toEqual({ ok: true, cents: 10050 });
    expect(evaluateAmount('10/3*3', 'comma-dot')).toEqual({ ok: true, cents: 1000 });
  });

  test('a half cent is rounded up', () => {
    expect(evaluateAmount('0.005', 'comma-dot')).toEqual({ ok: true, cents: 1 });
    expect(evaluateAmount('-0.005', 'comma-dot')).toEqual({ ok: true, cents: 0 });
  });

  test('division by zero, huge powers and deep nesting are invalid and do not hang', () => {
    for (const text of ['1/0', '9^9^9', '2^0.5', `${'('.repeat(500)}1`, '1+', '(1']) {
      expect(evaluateAmount(text, 'comma-dot')).toEqual({ ok: false, reason: 'invalid' });
    }
  });

  test('two decimal marks in a row are no number, whatever follows', () => {
    for (const text of ['12..5', '12..5x', '1,,000', '3+12.,5']) {
      expect(evaluateAmount(text, 'comma-dot')).toEqual({ ok: false, reason: 'invalid' });
    }
  });

  test.each(['12.3.4', '1e9', '1e3', '(20)', '((2))', '12abc', '1,2,3', '100%', '1)', '5 5'])(
    '"%s" is refused instead of guessed',
    (text) => {
      expect(evaluateAmount(text, 'comma-dot')).toEqual({ ok: false, reason: 'invalid' });
    },
  );

  test.each([
    ['=50+50', 10_000],
    ['= 12.50', 1250],
    ['1,234,567.8', 123_456_780],
    ['1 234.5', 123_450],
    ['$1,000', 100_000],
    ['.5', 50],
    ['5.', 500],
    ['12,5', 1250],
  ])('"%s" is read', (text, cents) => {
    expect(evaluateAmount(text, 'comma-dot')).toEqual({ ok: true, cents });
  });

  test('an amount beyond the bound is too large, not wrong', () => {
    expect(evaluateAmount('9999999999999999', 'comma-dot').ok).toBe(false);
    expect(evaluateAmount('22517998136852.47', 'comma-dot')).toEqual({
      ok: true,
      cents: MAX_CENTS,
    });
    expect(evaluateAmount('22517998136852.48', 'comma-dot').ok).toBe(false);
  });
});

test('a sum out of range is said in words', () => {
  const { format } = amountFormat('comma-dot');
  expect(format(MAX_CENTS)).toBe('22,517,998,136,852.47');
  expect([format(MAX_CENTS + 1), format(-MAX_CENTS - 1)]).toEqual(['Out of range', 'Out of range']);
});
