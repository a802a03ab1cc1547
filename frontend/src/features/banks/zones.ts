const HOUR = 60;
const DAY = 24 * HOUR;

/** How far the clock of this device is ahead of UTC now, in minutes. */
export const offsetHere = (now = new Date()): number => 0 - now.getTimezoneOffset();

/** 'UTC+1', 'UTC-3:30': how far a clock is ahead of UTC. */
export function zoneText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % HOUR;
  const more = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / HOUR)}${more}`;
}

/** '07:00': a full hour of one clock as another one shows it. */
export function hourElsewhere(hour: number, offset: number, elsewhere: number): string {
  const minutes = (((hour * HOUR - offset + elsewhere) % DAY) + DAY) % DAY;
  const parts = [Math.floor(minutes / HOUR), minutes % HOUR];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
