/** The lines of the list: one for each entry, and one for each part of an unfolded split. */

import type { Entry, Transaction } from '@/domain/transactions/transaction';
import { type Chunk, lastNotBeyond, type Starts } from './chunks';
import { type Folding, isExpanded } from './folding';

/** One line of the list. */
export type Line =
  | { kind: 'unknown' }
  | { kind: 'entry'; entry: Entry }
  | { kind: 'child'; entry: Entry; row: Transaction };

const UNKNOWN: Line = { kind: 'unknown' };

/** How many lines the parts of an entry take now. */
export function childLines(folding: Folding, { row, children }: Entry): number {
  return isExpanded(folding, row.id) ? children.length : 0;
}

/** Recounts the lines of a loaded chunk; true when their number changed. */
export function countExtra(chunk: Chunk, folding: Folding): boolean {
  if (!chunk.entries) return false;
  const extra = chunk.entries.reduce((sum, entry) => sum + childLines(folding, entry), 0);
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
  if (chunk.extra === 0) {
    const entry = chunk.entries[rest];
    return entry ? { kind: 'entry', entry } : UNKNOWN;
  }
  for (const entry of chunk.entries) {
    if (rest === 0) return { kind: 'entry', entry };
    const lines = childLines(folding, entry);
    const row = entry.children[rest - 1];
    if (rest <= lines && row) return { kind: 'child', entry, row };
    rest -= lines + 1;
  }
  return UNKNOWN;
}

/** The line of a row within its chunk; null when it is not loaded or folded away. */
export function lineWithin(
  chunk: Chunk,
  folding: Folding,
  { entryId, rowId }: { entryId: string; rowId: string },
): number | null {
  let line = 0;
  for (const entry of chunk.entries ?? []) {
    const lines = childLines(folding, entry);
    if (entry.row.id === entryId) {
      if (entryId === rowId) return line;
      const at = entry.children.findIndex(({ id }) => id === rowId);
      return at >= 0 && at < lines ? line + 1 + at : null;
    }
    line += lines + 1;
  }
  return null;
}
