import { LOCALE } from '@/texts/locale';
import { type DateFormat, formatDay } from './dates';

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
];

/** '5 minutes ago': a moment as it lies from another one, both in milliseconds since 1970. */
export function agoText(then: number, now: number): string {
  const minutes = (then - now) / 60_000;
  const [unit, size] = STEPS.find(([, size]) => Math.abs(minutes) >= size) ?? ['minute', 1];
  const count = Math.trunc(minutes / size);
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(count, unit);
}

/** '11/20/2026 9:05': a moment by the clock of this device. */
export function momentText(ms: number, format: DateFormat): string {
  return `${formatDay(dayAt(ms), format)} ${timeText(ms)}`;
}

/** '9:05' of the day of `now`, else with the day. */
export function recentText(ms: number, now: number, format: DateFormat): string {
  return dayAt(ms) === dayAt(now) ? timeText(ms) : momentText(ms, format);
}

/** '11/20/2026': the day of a moment by the clock of this device. */
export function dayText(ms: number, format: DateFormat): string {
  return formatDay(dayAt(ms), format);
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

function dayAt(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function timeText(ms: number): string {
  const date = new Date(ms);
  return `${date.getHours()}:${twoDigits(date.getMinutes())}`;
}
