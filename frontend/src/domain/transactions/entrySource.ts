import type { Entry } from './transaction';
import type { Expression } from './view';

/** Where the entries come from. */
export interface EntrySource {
  page(offset: number, limit: number): Promise<Entry[]>;
  /** The entries that hold these rows, as far as the view lists them. */
  byIds(ids: readonly string[]): Promise<Entry[]>;
  count(): Promise<number>;
  /** Whether an existing entry is in the list; null if only the backend knows. */
  isListed: ((entry: Entry) => boolean) | null;
  /** The order of the list. */
  compare(a: Entry, b: Entry): number;
  /** Tables that change the list without any of its transactions being written. */
  readsThrough: readonly string[];
  /** The filters of the list. */
  filters: readonly Expression[];
  /** Whether `count` is exact, or only near (see `countQuery`). */
  countIsExact: boolean;
}

/**
 * Asks for the end of a filtered list, so that the backend has found out where far pages begin
 * before one of them is jumped to.
 */
export async function prepareFar(
  source: EntrySource,
  { isComplete, entryCount }: { isComplete: boolean; entryCount: number },
): Promise<void> {
  if (source.isListed || isComplete) return;
  await source.page(entryCount - 1, 1).catch(() => {});
}

/**
 * How many entries there are where the source's count is only near: looks for the last entry, from
 * near its supposed place in growing steps, then between the two last ones.
 */
export async function findEnd(source: EntrySource, near: number): Promise<number> {
  const has = async (count: number) => count === 0 || (await source.page(count - 1, 1)).length > 0;
  let [low, high] = [0, near];
  let step = 1;
  for (; await has(high); step *= 2) [low, high] = [high, high + step];
  // The first step found the end at once, or the count is too large.
  if (low === 0) {
    for (low = Math.max(0, high - step); !(await has(low)); step *= 2) {
      [low, high] = [Math.max(0, low - step), low];
    }
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await has(middle)) low = middle;
    else high = middle;
  }
  return low;
}
