import { expect, test } from 'vitest';
import { type Insertion, type Typing, takeBack, typeDigits, typeSign } from './padTyping';

/** A text with its selection between bars, or one bar for the caret. */
function typing(marked: string): Typing {
  const from = marked.indexOf('|');
  const to = marked.lastIndexOf('|');
  return { text: marked.replaceAll('|', ''), from, to: to === from ? from : to - 1 };
}

function after({ text }: Typing, { from, to, insert }: Insertion): string {
  return `${text.slice(0, from)}${insert}|${text.slice(to)}`;
}

const digits = (marked: string, key: string, mark = '.') =>
  after(typing(marked), typeDigits(typing(marked), key, mark));
const sign = (marked: string, key: string) => after(typing(marked), typeSign(typing(marked), key));
const back = (marked: string) => after(typing(marked), takeBack(typing(marked)));

test('a digit takes the place of what is selected', () => {
  expect(digits('|45.00|', '7')).toBe('7|');
  expect(digits('4|5', '7')).toBe('47|5');
});

test('a number has one decimal mark, each part of a sum its own', () => {
  expect(digits('4|', '.')).toBe('4.|');
  expect(digits('4.5|', '.')).toBe('4.5|');
  expect(digits('4.5+6|', '.')).toBe('4.5+6.|');
  expect(digits('4,5×6|', ',', ',')).toBe('4,5×6,|');
});

test('a sign goes on from an amount that is selected whole', () => {
  expect(sign('|45.00|', '+')).toBe('45.00+|');
  expect(sign('45|', '×')).toBe('45×|');
  expect(sign('|', '-')).toBe('-|');
});

test('a sign replaces one that was typed just before', () => {
  expect(sign('45+|', '÷')).toBe('45÷|');
  expect(sign('45+5|', '÷')).toBe('45+5÷|');
});

test('taking back removes what is selected, else one character', () => {
  expect(back('|45.00|')).toBe('|');
  expect(back('45|')).toBe('4|');
  expect(back('|45')).toBe('|45');
});
