import { useSyncExternalStore } from 'react';

/** The text size that layouts in px are made for. */
const USUAL_REM_PX = 16;

function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_REM_PX;
}

function watch(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The text size of the page in px. */
export function useRem(): number {
  return useSyncExternalStore(watch, rem);
}

/** How much larger the text is than usual, 1 without a change: larger text needs more width. */
export function useTextScale(): number {
  return useRem() / USUAL_REM_PX;
}
