import { useEffect, useRef } from 'react';

/** Tells whether what it is called in is still on the screen, for what ends later than it began. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
