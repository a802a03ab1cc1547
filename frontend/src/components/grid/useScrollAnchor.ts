import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RowSource } from './rowSource';
import type { StretchedList } from './useStretch';

/**
 * Keeps what the user reads in its place when rows come or go above it. At the top nothing is
 * anchored, so that new rows show. Returns the function to call with the first row in view.
 */
export function useScrollAnchor(
  { shift }: StretchedList,
  source: RowSource<unknown>,
  version: number,
): (firstIndex: number) => void {
  const anchor = useRef<{ key: string; index: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what moves rows.
  useLayoutEffect(() => {
    const anchored = anchor.current;
    const index = anchored ? source.indexOf(anchored.key) : -1;
    if (!anchored || index < 0 || index === anchored.index) return;
    shift(index - anchored.index);
    anchor.current = { ...anchored, index };
  }, [shift, source, version]);
  return useCallback(
    (firstIndex: number) => {
      const key = firstIndex > 0 ? source.keyAt(firstIndex) : null;
      anchor.current = key === null ? null : { key, index: firstIndex };
    },
    [source],
  );
}
