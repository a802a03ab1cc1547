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
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${formatDay(day, format)} ${date.getHours()}:${two(date.getMinutes())}`;
}
