import { type RefObject, useEffect, useState } from 'react';

/** More than this is hidden before it counts: sizes are rounded. */
const SLACK_PX = 2;

interface Overflow {
  /** It has more than it has room for, so that it scrolls. */
  scrolls: boolean;
  /** Some of it is below what is in view. */
  hasMore: boolean;
}

const NONE: Overflow = { scrolls: false, hasMore: false };

/** Whether an element has more than it has room for, and how far it is scrolled. */
export function useOverflows(place: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState(NONE);
  const [look] = useState(() => () => {
    const { current } = place;
    if (!current) return;
    const { scrollHeight, clientHeight, scrollTop } = current;
    const scrolls = scrollHeight > clientHeight;
    const hasMore = scrollHeight - clientHeight - scrollTop > SLACK_PX;
    setOverflow((last) =>
      last.scrolls === scrolls && last.hasMore === hasMore ? last : { scrolls, hasMore },
    );
  });
  useEffect(() => {
    const { current } = place;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(look);
    watcher.observe(current);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, [place, look]);
  // Its content may have changed.
  useEffect(look);
  return overflow;
}
