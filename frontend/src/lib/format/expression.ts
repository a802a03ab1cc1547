import { isWellWritten, type NumberFormat, parseNumber } from './number';
import { add, divide, multiply, power, type Rational, subtract } from './rational';

/** What may stand inside one number: digits, marks of any format, spaces, currency signs. */
const NUMBER = /^[\s\p{Sc}]*[\d.,'\u2019\s\p{Sc}]*/u;
/** Deeper nesting is refused; nobody types it and it guards the stack. */
const MAX_DEPTH = 64;

class Invalid extends Error {}

function valid(value: Rational | null): Rational {
  if (!value) throw new Invalid();
  return value;
}

class Parser {
  private rest: string;
  private depth = 0;
  private readonly format: NumberFormat;

  constructor(text: string, format: NumberFormat) {
    this.rest = text.replaceAll('\u2212', '-').replaceAll('\u00d7', '*').replaceAll('\u00f7', '/');
    this.format = format;
  }

  /** The value of the whole text. */
  whole(): Rational {
    const value = this.sum();
    if (this.rest.trim() !== '') throw new Invalid();
    return value;
  }

  private sum(): Rational {
    let value = this.product();
    for (let sign = this.take('+-'); sign; sign = this.take('+-')) {
      const right = this.product();
      value = valid(sign === '+' ? add(value, right) : subtract(value, right));
    }
    return value;
  }

  private product(): Rational {
    let value = this.factor();
    for (let sign = this.take('*/'); sign; sign = this.take('*/')) {
      const right = this.factor();
      value = valid(sign === '*' ? multiply(value, right) : divide(value, right));
    }
    return value;
  }

  private factor(): Rational {
    if (++this.depth > MAX_DEPTH) throw new Invalid();
    const base = this.primary();
    const value = this.take('^') ? valid(power(base, this.factor())) : base;
    this.depth -= 1;
    return value;
  }

  private primary(): Rational {
    if (this.take('(')) {
      if (++this.depth > MAX_DEPTH) throw new Invalid();
      const value = this.sum();
      this.depth -= 1;
      if (!this.take(')')) throw new Invalid();
      return value;
    }
    const negative = this.take('-') !== '';
    const text = NUMBER.exec(this.rest)?.[0] ?? '';
    this.rest = this.rest.slice(text.length);
    // Two marks in a row are a slip of the finger, not a number.
    if (/[.,]\s*[.,]/.test(text)) throw new Invalid();
    if (!isWellWritten(text, this.format)) throw new Invalid();
    const value = valid(parseNumber(text.trim(), this.format));
    return negative ? { num: -value.num, den: value.den } : value;
  }

  private take(signs: string): string {
    const start = this.rest.search(/\S/);
    const next = start < 0 ? '' : (this.rest[start] ?? '');
    if (next === '' || !signs.includes(next)) return '';
    this.rest = this.rest.slice(start + 1);
    return next;
  }
}

/**
 * The exact value of an expression of + - * / ^ and parentheses, null if it has none. A minus
 * binds to a plain number only and ^ goes from right to left. Text after the end and numbers
 * written like `12.3.4` or `1,2,3` have no value.
 */
export function evaluateExpression(text: string, format: NumberFormat): Rational | null {
  try {
    return new Parser(text, format).whole();
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}
