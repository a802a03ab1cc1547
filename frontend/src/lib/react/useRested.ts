import { useEffect, useRef, useState } from 'react';

const REST_MS = 150;

/**
 * A value that follows at once, except while it changes quickly, as it does under a held key: then
 * it waits for the value to rest.
 */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isQuick = now - changedAt.current < REST_MS;
    changedAt.current = now;
    if (!isQuick) {
      setRested(value);
      return;
    }
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
