/**
 * The lines of the list: one for each entry, and one for each part of an unfolded split. Behind a
 * figure, parts stand by themselves.
 */

import type { Entry, Transaction } from '@/domain/transactions/transaction';
import { type Chunk, lastNotBeyond, type Starts } from './chunks';
import { type Folding, isExpanded } from './folding';

/** One line of the list. */
export type Line =
  | { kind: 'unknown' }
  | { kind: 'entry'; entry: Entry }
  | { kind: 'child'; entry: Entry; row: Transaction };

const UNKNOWN: Line = { kind: 'unknown' };

/** What an entry shows, from top to bottom: itself unless only its parts are listed, and its parts. */
interface Shown {
  isWhole: boolean;
  parts: readonly Transaction[];
}

function shownOf(folding: Folding, { row, children }: Entry): Shown {
  if (folding.partsOnly && row.is_parent) {
    return { isWhole: false, parts: children.filter(({ _unmatched }) => !_unmatched) };
  }
  return { isWhole: true, parts: isExpanded(folding, row.id) ? children : [] };
}

function linesOf({ isWhole, parts }: Shown): number {
  return parts.length + (isWhole ? 1 : 0);
}

/** Recounts the lines of a loaded chunk; true when their number changed. */
export function countExtra(chunk: Chunk, folding: Folding): boolean {
  if (!chunk.entries) return false;
  const extra = chunk.entries.reduce((sum, entry) => sum + linesOf(shownOf(folding, entry)) - 1, 0);
  const isOther = extra !== chunk.extra;
  chunk.extra = extra;
  return isOther;
}

/** The content of a line; unknown where nothing is loaded. */
export function lineAt(
  chunks: readonly Chunk[],
  starts: Starts,
  folding: Folding,
  index: number,
): Line {
  if (index < 0 || index >= starts.lineCount) return UNKNOWN;
  const at = lastNotBeyond(starts.lines, index);
  const chunk = chunks[at];
  if (!chunk?.entries) return UNKNOWN;
  let rest = index - (starts.lines[at] ?? 0);
  if (chunk.extra === 0 && !folding.partsOnly) {
    const entry = chunk.entries[rest];
    return entry ? { kind: 'entry', entry } : UNKNOWN;
  }
  for (const entry of chunk.entries) {
    const shown = shownOf(folding, entry);
    if (rest === 0 && shown.isWhole) return { kind: 'entry', entry };
    const row = shown.parts[shown.isWhole ? rest - 1 : rest];
    if (row) return { kind: 'child', entry, row };
    rest -= linesOf(shown);
  }
  return UNKNOWN;
}

/** The line of a row within its chunk; null when it is not loaded or has none of its own. */
export function lineWithin(
  chunk: Chunk,
  folding: Folding,
  { entryId, rowId }: { entryId: string; rowId: string },
): number | null {
  let line = 0;
  for (const entry of chunk.entries ?? []) {
    const shown = shownOf(folding, entry);
    if (entry.row.id === entryId) {
      if (entryId === rowId) return shown.isWhole ? line : null;
      const at = shown.parts.findIndex(({ id }) => id === rowId);
      return at < 0 ? null : line + at + (shown.isWhole ? 1 : 0);
    }
    line += linesOf(shown);
  }
  return null;
}
