import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountTicks, labelledPlaces, MOST_TICKS } from './ticks';

const cents = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });

test('amounts are between the first and the last tick, zero is a tick, and there are few', () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 30 }), (values) => {
      const ticks = amountTicks(values);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(MOST_TICKS);
      expect(ticks).toContain(0);
      const [first = 0] = ticks;
      const last = ticks.at(-1) ?? 0;
      for (const value of values) expect(first <= value && value <= last).toBe(true);
    }),
  );
});

test('ticks are whole units, equally far apart, by 1, 2, 25 or 5 and zeros', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), (values) => {
      const [first = 0, second = 0, ...more] = amountTicks(values);
      const step = second - first;
      expect(String(step)).toMatch(/^(1|2|25|5)0{2,}$/);
      for (const [at, tick] of more.entries()) expect(tick).toBe(first + (at + 2) * step);
    }),
  );
});

test.each([
  [[], [0, 100]],
  [
    [0, 0],
    [0, 100],
  ],
  [[6_521_877], [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000]],
  [
    [-150_000, 300_000],
    [-200_000, 0, 200_000, 400_000],
  ],
  [[-7], [-100, 0]],
  [[8_300_000], [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
])('the ticks of %j', (values, ticks) => {
  expect(amountTicks(values)).toEqual(ticks);
});

test('labels are few, evenly spaced, and the last period has one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4_000 }),
      fc.integer({ min: 1, max: 5 }),
      (count, most) => {
        const places = labelledPlaces(count, most);
        expect(places.length).toBeLessThanOrEqual(most);
        expect(places.at(-1)).toBe(count - 1);
        const steps = new Set(places.slice(1).map((place, at) => place - (places[at] ?? 0)));
        expect(steps.size).toBeLessThanOrEqual(1);
      },
    ),
  );
  expect(labelledPlaces(12, 5)).toEqual([2, 5, 8, 11]);
  expect(labelledPlaces(0, 5)).toEqual([]);
});
