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
