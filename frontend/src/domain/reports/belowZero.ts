/** Which accounts of a forecast are below zero, and which will be. */
import type { BelowZero, Day, Forecast } from '@/generated/contract';

export interface Below {
  /** Below zero today, with the first day that they were. */
  already: readonly BelowZero[];
  /** The others that come there, by the first day ahead. */
  ahead: readonly BelowZero[];
}

/** A dip that an account has recovered from does not count, nor does it hide the next one. */
export function belowZeroFrom({ days, belowZero }: Forecast, today: Day): Below {
  const now = days.find(({ date }) => date === today);
  // A forecast of a plan has no days, and other ranges may lie apart from today.
  if (!now) {
    const isPast = ({ date }: BelowZero) => date < today;
    return {
      already: belowZero.filter(isPast),
      ahead: belowZero.filter((each) => !isPast(each)),
    };
  }
  const isBelow = (id: string, { accounts }: Forecast['days'][number]) => (accounts[id] ?? 0) < 0;
  const later = days.filter(({ date }) => date > today);
  const already = belowZero.filter(({ account }) => isBelow(account, now));
  const ahead = belowZero
    .filter(({ account }) => !isBelow(account, now))
    .flatMap(({ account }) => {
      const next = later.find((day) => isBelow(account, day));
      return next ? [{ account, date: next.date }] : [];
    });
  return { already, ahead: ahead.sort((one, other) => (one.date < other.date ? -1 : 1)) };
}
