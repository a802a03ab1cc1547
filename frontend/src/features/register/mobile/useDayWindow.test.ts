import { expect, test } from 'vitest';
import { baseFor, HELD_LINES } from './useDayWindow';

test('a list that fits is held whole', () => {
  expect(baseFor(0, 0, 900)).toBe(0);
  expect(baseFor(899, 0, 900)).toBe(0);
});

test('scrolling on and on reaches the last of a million lines, and the first again', () => {
  const lines = 1_000_000;
  let base = 0;
  const walk = (from: number, to: number, step: number) => {
    for (let line = from; step > 0 ? line < to : line > to; line += step) {
      base = baseFor(line, base, lines);
      // The visible line is always one of the held lines.
      expect(line).toBeGreaterThanOrEqual(base);
      expect(line).toBeLessThan(base + HELD_LINES);
    }
  };
  walk(0, lines, 37);
  expect(base).toBe(lines - HELD_LINES);
  walk(lines - 1, -1, -37);
  expect(base).toBe(0);
});

test('lines that are well within stay where they are', () => {
  expect(baseFor(12_000, 10_000, 1_000_000)).toBe(10_000);
});
