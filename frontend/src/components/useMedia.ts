import { useCallback, useSyncExternalStore } from 'react';

/** Windows of a phone, below which width its layout is shown. */
export const PHONE = '(max-width: 767px)';

/** A thumb instead of a mouse. */
export const COARSE = '(pointer: coarse)';

/** Low windows, as at 200 %. */
export const LOW = '(max-height: 511px)';

/** Low windows that are wider than a phone held upright. */
export const LOW_AND_WIDE = '(max-height: 511px) and (min-width: 512px)';

/** Does a media query hold now? Layouts go by the width, never by the browser's name. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (wake: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', wake);
      return () => media.removeEventListener('change', wake);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Breakpoints of the shell. */
export type Layout = 'narrow' | 'phone' | 'rail' | 'full';

export function useLayout(): Layout {
  const phone = useMedia('(min-width: 512px)');
  const rail = useMedia('(min-width: 768px)');
  const full = useMedia('(min-width: 1024px)');
  if (full) return 'full';
  if (rail) return 'rail';
  return phone ? 'phone' : 'narrow';
}
