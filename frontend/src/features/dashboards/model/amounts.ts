/** Amounts of figures as they are shown. */
import type { AmountFormat } from '@/lib/format/amount';

/** To the cent, half up; figures come with more places. Never minus zero. */
export const toCent = (value: number): number => Math.floor(value + 0.5) + 0;

/** With a sign, for differences: plus too. */
export function signed(cents: number, { format }: AmountFormat): string {
  return cents > 0 ? `+${format(cents)}` : format(cents);
}

/** A number that is no money, with few places. */
export function rounded(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.floor(value * scale + 0.5) / scale + 0;
}
