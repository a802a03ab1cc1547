import { useEffect } from 'react';
import { leaveField } from './leaveField';

/**
 * Takes what is being typed when the browser goes elsewhere: the field goes with its screen, and
 * what was typed would go with it. In the capture phase, because the router hears of a way back
 * first otherwise and has taken the screen down by then.
 */
export function useTakenOnLeaving(): void {
  useEffect(() => {
    const ways = ['popstate', 'pagehide'] as const;
    for (const way of ways) window.addEventListener(way, leaveField, true);
    return () => {
      for (const way of ways) window.removeEventListener(way, leaveField, true);
    };
  }, []);
}
