/**
 * The list of the register as chunks of entries in order: those that are loaded and those of
 * which only the number is known. Positions are found without touching what is not loaded.
 */
import type { Entry } from '@/domain/transactions/transaction';

export interface Chunk {
  /** Null while not loaded. */
  entries: Entry[] | null;
  /** How many entries it has, loaded or not. */
  count: number;
  /** Lines beyond one for each entry: the children of expanded splits; below 0 for fewer lines. */
  extra: number;
  /** To be added to the running balances of its entries. */
  shift: number;
  /** When it was last looked at; what was not looked at for longest is dropped first. */
  seen: number;
  isLoading: boolean;
}

export function unloaded(count: number): Chunk {
  return { entries: null, count, extra: 0, shift: 0, seen: 0, isLoading: false };
}

/** `total` entries in chunks of `size`, none of them loaded. */
export function unloadedChunks(total: number, size: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let left = total; left > 0; left -= size) chunks.push(unloaded(Math.min(size, left)));
  return chunks;
}

/**
 * Adds so many entries, or takes them away, where nothing is loaded; false where there are several
 * such places, or none.
 */
export function fillGap(chunks: readonly Chunk[], missing: number): boolean {
  const isGap = ({ entries }: Chunk, at: number) =>
    !entries && (at === 0 || chunks[at - 1]?.entries);
  const [only, ...others] = chunks.filter(isGap);
  if (!only || others.length > 0 || only.count + missing < 1) return false;
  only.count += missing;
  return true;
}

/** Loaded chunks beyond `kept` of them that were not looked at for longest. */
export function longUnseen(chunks: readonly Chunk[], kept: number): Chunk[] {
  const loaded = chunks.filter(({ entries }) => entries);
  if (loaded.length <= kept) return [];
  return loaded.sort((a, b) => a.seen - b.seen).slice(0, loaded.length - kept);
}

/** Where every chunk starts, counted in entries and in lines. */
export interface Starts {
  entries: number[];
  lines: number[];
  entryCount: number;
  lineCount: number;
}

export function measureChunks(chunks: readonly Chunk[]): Starts {
  const starts: Starts = { entries: [], lines: [], entryCount: 0, lineCount: 0 };
  for (const { count, extra } of chunks) {
    starts.entries.push(starts.entryCount);
    starts.lines.push(starts.lineCount);
    starts.entryCount += count;
    starts.lineCount += count + extra;
  }
  return starts;
}

/** The last of the ascending numbers that is not beyond `value`. */
export function lastNotBeyond(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Place {
  chunk: number;
  /** Position inside the chunk; null when it lies in a chunk that is not loaded. */
  at: number | null;
}

/** The order of a list. */
export type Compare = (a: Entry, b: Entry) => number;

/** Where an entry belongs in the order of the list. */
export function placeOf(chunks: readonly Chunk[], entry: Entry, compare: Compare): Place {
  for (const [index, { entries }] of chunks.entries()) {
    const last = entries?.at(-1);
    if (!entries || !last || compare(entry, last) > 0) continue;
    const first = entries[0] as Entry;
    if (compare(entry, first) < 0 && index > 0 && !chunks[index - 1]?.entries) {
      return { chunk: index - 1, at: null };
    }
    const at = entries.findIndex((other) => compare(entry, other) < 0);
    return { chunk: index, at: at < 0 ? entries.length : at };
  }
  const end = chunks.length - 1;
  const last = chunks[end];
  return { chunk: Math.max(0, end), at: last?.entries ? last.entries.length : null };
}
