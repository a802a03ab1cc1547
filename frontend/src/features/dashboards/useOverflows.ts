import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has more than it has room for, so that it scrolls. */
export function useOverflows(place: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  const [look] = useState(() => () => {
    const { current } = place;
    if (current) setOverflows(current.scrollHeight > current.clientHeight);
  });
  useEffect(() => {
    if (!place.current || typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(look);
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [place, look]);
  // What is in it may have changed.
  useEffect(look);
  return overflows;
}
