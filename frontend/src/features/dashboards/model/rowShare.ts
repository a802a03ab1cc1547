/** How far the bar behind a row reaches, by its share of the largest one. */
import type { CSSProperties } from 'react';

/** The largest of some values without their signs; at least 1, so that it can divide. */
export const largestOf = (values: readonly number[]) => Math.max(1, ...values.map(Math.abs));

/** The style that a row with the class `barred` reads. */
export function barOf(value: number, largest: number): CSSProperties {
  const share = `${((Math.abs(value) / largest) * 100).toFixed(1)}%`;
  return { '--share': share } as CSSProperties;
}
