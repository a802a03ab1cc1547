import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RegisterList } from '../model/registerList';
import type { StretchedList } from './useStretch';

/**
 * Keeps what the user reads in its place when lines come or go above it. At the top of the list
 * nothing is held, so that new transactions show. Answers the function that is told the first
 * line in view.
 */
export function useScrollAnchor(
  { shift }: StretchedList,
  rows: RegisterList,
  version: number,
): (firstLine: number) => void {
  const anchor = useRef<{ rowId: string; line: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what moves lines.
  useLayoutEffect(() => {
    const held = anchor.current;
    const line = held && rows.lineOf(held.rowId);
    if (!held || line === null || line === held.line) return;
    shift(line - held.line);
    anchor.current = { ...held, line };
  }, [shift, rows, version]);
  return useCallback(
    (firstLine: number) => {
      const line = rows.line(firstLine);
      const isHeld = firstLine > 0 && line.kind === 'entry';
      anchor.current = isHeld ? { rowId: line.entry.row.id, line: firstLine } : null;
    },
    [rows],
  );
}
