import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the latest drawing, for listeners and timers that outlive theirs. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
