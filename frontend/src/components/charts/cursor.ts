import { type ChartData, readSeries } from './chart';

/** Where a key moves the cursor of a chart; null for keys that do not. */
export function movedTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowLeft') return Math.max(0, at - 1);
  if (key === 'ArrowRight') return Math.min(count - 1, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The series that Up and Down go to; null for other keys, and at the ends. */
export function otherSeries(data: ChartData, key: string, series: string): string | null {
  const way = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (way === 0) return null;
  const all = readSeries(data);
  return all[all.findIndex(({ id }) => id === series) + way]?.id ?? null;
}

/** As `movedTo`, along things that stand one below the other. */
export function movedAlong(key: string, at: number, count: number): number | null {
  if (key === 'ArrowUp') return movedTo('ArrowLeft', at, count);
  return movedTo(key === 'ArrowDown' ? 'ArrowRight' : key, at, count);
}
