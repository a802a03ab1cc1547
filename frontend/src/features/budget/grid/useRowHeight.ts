import { useSyncExternalStore } from 'react';

/** A row is 2 rem high, so that it grows with the text size (brief 22.1). */
const ROW_REM = 2;

function rowHeight(): number {
  return ROW_REM * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
}

function watch(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** Height of a grid row in px at the present text size. */
export function useRowHeight(): number {
  return useSyncExternalStore(watch, rowHeight);
}
