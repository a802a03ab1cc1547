import { useCallback, useEffect, useState } from 'react';

/** More than this is hidden before it counts: sizes are rounded. */
const SLACK_PX = 2;

interface Overflow {
  /** It has more than it has room for, so that it scrolls. */
  scrolls: boolean;
  /** Some of it is before what is in view. */
  hasBefore: boolean;
  /** Some of it is behind what is in view. */
  hasMore: boolean;
}

const NONE: Overflow = { scrolls: false, hasBefore: false, hasMore: false };

type Axis = 'down' | 'sideways';

function measured(element: HTMLElement, axis: Axis): Overflow {
  const { scrollHeight, clientHeight, scrollTop } = element;
  const { scrollWidth, clientWidth, scrollLeft } = element;
  const [all, room, before] =
    axis === 'down'
      ? [scrollHeight, clientHeight, scrollTop]
      : [scrollWidth, clientWidth, scrollLeft];
  return {
    scrolls: all > room,
    hasBefore: before > SLACK_PX,
    hasMore: all - room - before > SLACK_PX,
  };
}

const isSame = (one: Overflow, other: Overflow) =>
  one.scrolls === other.scrolls &&
  one.hasBefore === other.hasBefore &&
  one.hasMore === other.hasMore;

/** Whether an element has more than it has room for, and how far it is scrolled. */
export function useOverflows(element: HTMLElement | null, axis: Axis): Overflow {
  const [overflow, setOverflow] = useState(NONE);
  const look = useCallback(() => {
    const next = element ? measured(element, axis) : NONE;
    setOverflow((last) => (isSame(last, next) ? last : next));
  }, [element, axis]);
  useEffect(() => {
    if (!element) return;
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [element, look]);
  // Its content may have changed.
  useEffect(look);
  return overflow;
}
