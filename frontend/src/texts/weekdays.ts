/** The names of weekdays. */
import { LOCALE } from './locale';

const narrow = new Intl.DateTimeFormat(LOCALE, { weekday: 'narrow', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** 'M' of a day that is a Monday. */
export const narrowWeekday = (day: string) => narrow.format(dateOf(day));

/** 'Monday'. */
export const weekday = (day: string) => long.format(dateOf(day));
