/** Which values and periods of a chart have a label. */
import { max, min, range } from 'd3-array';

/** More ticks than this are noise. */
export const MOST_TICKS = 5;

/** Amounts are labelled in whole units. */
const UNIT_CENTS = 100;
const NICE = [1, 2, 2.5, 5] as const;

/**
 * Nice values at equal distances, for an axis from below the smallest to above the largest one: whole
 * multiples of `unit`, by default of 100 cents. Zero is always among them.
 */
export function amountTicks(values: readonly number[], unit = UNIT_CENTS): number[] {
  const low = Math.min(0, min(values) ?? 0);
  const high = Math.max(low === 0 ? unit : 0, max(values) ?? 0);
  const step = smallestStep(low, high, unit);
  return range(Math.floor(low / step), Math.ceil(high / step) + 1).map((count) => count * step);
}

/** The smallest nice distance with which the ticks are few enough. */
function smallestStep(low: number, high: number, unit: number): number {
  for (let power = unit; ; power *= 10) {
    const fitting = NICE.find((nice) => {
      const step = nice * power;
      if (step % unit !== 0) return false;
      return Math.ceil(high / step) - Math.floor(low / step) < MOST_TICKS;
    });
    if (fitting) return fitting * power;
  }
}

/** The positions among `count` that have a label: evenly spaced, the last one always. */
export function labelledPlaces(count: number, most: number): number[] {
  const step = Math.floor(Math.max(0, count - 1) / Math.max(1, most)) + 1;
  return range(count - 1, -1, -step).reverse();
}
