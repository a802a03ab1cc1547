import { useSyncExternalStore } from 'react';

/** Heights in rem, so that rows grow with the text size (brief 14 and 22.1). */
const ROW_REM = 2;
const TOUCH_ROW_REM = 3.125;

function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

function watch(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** Height of a grid row in px at the present text size. */
export function useRowHeight(isTouch: boolean): number {
  return useSyncExternalStore(watch, rem) * (isTouch ? TOUCH_ROW_REM : ROW_REM);
}
