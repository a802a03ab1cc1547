/** Which accounts of a forecast are below zero, and which will be. */
import type { BelowZero, Forecast } from '@/generated/contract';

export interface Below {
  /** Below zero today, with the first day that they were. */
  already: readonly BelowZero[];
  /** The others that come there, by the first day ahead. */
  ahead: readonly BelowZero[];
}

export function belowZeroFrom({ belowZero, belowNow, belowAhead }: Forecast): Below {
  const already = belowZero.filter(({ account }) => belowNow.includes(account));
  return { already, ahead: belowAhead };
}
