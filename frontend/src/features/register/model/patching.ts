/** Putting one changed entry in its place among the chunks, and taking one out. */

import type { Entry } from '@/domain/transactions/transaction';
import { type Chunk, type Compare, placeOf, unloaded } from './chunks';

/** Rows that a patch found to have entered or left the list. */
export interface Seen {
  /** Entries of the list that were not loaded. */
  came: number;
  /** Loaded entries that left the list. */
  went: number;
  /** A row was neither loaded nor is it in the list now; it may have left it. */
  unknown: boolean;
}

export interface Patched {
  /** The entry as it was before. */
  old: Entry | null;
  /** Whether entries have come, gone or changed places. */
  moved: boolean;
  /** Chunks whose entries are others now. */
  touched: Chunk[];
}

/** A chunk grown beyond this is parted, so that a change stays cheap. */
const LARGE_CHUNK = 400;

export function upsertEntry(
  chunks: Chunk[],
  holder: Chunk | null,
  entry: Entry,
  compare: Compare,
): Patched {
  const at = holder?.entries?.findIndex(({ row }) => row.id === entry.row.id) ?? -1;
  const old = holder?.entries?.[at] ?? null;
  if (!holder?.entries || !old) return insertEntry(chunks, entry, compare);
  if (compare(old, entry) === 0) {
    const difference = entry.row.amount - old.row.amount;
    holder.entries[at] = { ...entry, balance: old.balance };
    shiftBalances(chunks, holder, at, difference);
    return { old, moved: false, touched: [holder] };
  }
  const removed = removeEntry(chunks, holder, entry.row.id);
  const inserted = insertEntry(chunks, entry, compare);
  return { ...inserted, old, moved: true, touched: [...removed.touched, ...inserted.touched] };
}

export function removeEntry(chunks: Chunk[], holder: Chunk, entryId: string): Patched {
  const entries = holder.entries ?? [];
  const at = entries.findIndex(({ row }) => row.id === entryId);
  const old = entries[at] ?? null;
  if (old) {
    shiftBalances(chunks, holder, at, -old.row.amount);
    entries.splice(at, 1);
    holder.count -= 1;
  }
  return { old, moved: old !== null, touched: [holder] };
}

function insertEntry(chunks: Chunk[], entry: Entry, compare: Compare): Patched {
  if (chunks.length === 0) chunks.push({ ...unloaded(0), entries: [] });
  const place = placeOf(chunks, entry, compare);
  const chunk = chunks[place.chunk] as Chunk;
  const common = { old: null, moved: true };
  chunk.count += 1;
  if (place.at === null || !chunk.entries) {
    for (const newer of chunks.slice(0, place.chunk)) newer.shift += entry.row.amount;
    return { ...common, touched: [] };
  }
  const below = balanceBelow(chunks, place.chunk, place.at);
  chunk.entries.splice(place.at, 0, { ...entry, balance: null });
  shiftBalances(chunks, chunk, place.at - 1, entry.row.amount);
  if (below !== null) {
    chunk.entries[place.at] = { ...entry, balance: below + entry.row.amount - chunk.shift };
  }
  const touched = [chunk, ...(chunk.entries.length > LARGE_CHUNK ? part(chunks, place.chunk) : [])];
  return { ...common, touched };
}

/** The balance before an entry that goes to this place: that of the next older one. */
function balanceBelow(chunks: readonly Chunk[], index: number, at: number): number | null {
  const chunk = chunks[index];
  const older = chunk?.entries?.[at];
  if (older) return older.balance === null ? null : older.balance + chunk.shift;
  const next = chunks[index + 1];
  if (next) {
    const first = next.entries?.[0];
    return first?.balance != null ? first.balance + next.shift : null;
  }
  const newer = chunk?.entries?.[at - 1];
  // Under the oldest entry of the list there is nothing.
  return newer && newer.balance === null ? null : 0;
}

/** Adds to the running balances of an entry and of all that are newer. */
function shiftBalances(chunks: readonly Chunk[], holder: Chunk, at: number, cents: number): void {
  if (cents === 0) return;
  for (const chunk of chunks) {
    if (chunk === holder) break;
    chunk.shift += cents;
  }
  const entries = holder.entries ?? [];
  for (let index = 0; index <= at; index += 1) {
    const entry = entries[index];
    if (entry && entry.balance !== null) {
      entries[index] = { ...entry, balance: entry.balance + cents };
    }
  }
}

/** Splits a chunk in the middle; returns the new half. */
function part(chunks: Chunk[], index: number): Chunk[] {
  const chunk = chunks[index];
  if (!chunk?.entries) return [];
  const rest = chunk.entries.splice(chunk.entries.length >> 1);
  chunk.count = chunk.entries.length;
  const half = { ...chunk, entries: rest, count: rest.length, extra: 0 };
  chunks.splice(index + 1, 0, half);
  return [half];
}
