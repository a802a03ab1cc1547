import type { Idle } from './explain';

/** A page out of sight has no idle moments; it works on after this long all the same. */
const PATIENCE_MS = 200;

/** Idle callbacks of the browser, or a timeout where it has none. */
export const idle: Idle = {
  later: (work) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => work(), { timeout: PATIENCE_MS });
    } else setTimeout(work);
  },
  now: () => performance.now(),
};
