import type { Idle } from './explain';

/** Idle moments of the browser, or the next turn where it does not tell of them. */
export const idle: Idle = {
  later: (work) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => work());
    else setTimeout(work);
  },
  now: () => performance.now(),
};
