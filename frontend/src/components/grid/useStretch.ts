import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListImperativeAPI } from 'react-window';
import { Stretch, spanOf } from './stretch';

/** Far enough above the list for what is as high as some lines. */
const AWAY_LINES = -8;

/** How long after a turn of the wheel the list may go on by itself. */
const WHEEL_MS = 300;

export interface StretchedList {
  /** The line that stands first in the list. */
  base: number;
  /** Lines that the list holds. */
  places: number;
  lineHeight: number;
  /** Where a line stands in px; beyond the upper edge if the list does not hold it. */
  topOf: (line: number) => number;
  /** Brings a line into view. */
  scrollTo: (line: number) => void;
  /** Goes on by so many lines, because as many came above. */
  shift: (lines: number) => void;
}

/** Gives the list a stretch of the lines when there are more than an element is high (see Stretch). */
export function useStretch(
  list: ListImperativeAPI | null,
  lineCount: number,
  lineHeight: number,
): StretchedList {
  const [stretch] = useState(() => new Stretch());
  const span = useMemo(() => spanOf(lineCount, lineHeight), [lineCount, lineHeight]);
  const element = list?.element ?? null;
  const { base, setBase, put, follow } = useScrolling(element, stretch);
  useLayoutEffect(() => {
    follow();
    const other = stretch.resize(span, lineHeight);
    if (other !== null) put(other);
    else setBase(stretch.base);
  }, [stretch, span, lineHeight, setBase, put, follow]);
  const scrollTo = useCallback(
    (line: number) => {
      const index = stretch.reach(line);
      list?.scrollToRow({ index, align: 'auto', behavior: 'instant' });
      if (element) put(element.scrollTop);
    },
    [list, element, stretch, put],
  );
  const shift = useCallback(
    (lines: number) => {
      // After a jump elsewhere, these lines are no longer in view.
      if (element && !follow()) put(element.scrollTop + lines * lineHeight);
    },
    [element, lineHeight, put, follow],
  );
  const { lines, places } = span;
  return useMemo(() => {
    const first = Math.max(0, Math.min(base, lines - places));
    const topOf = (line: number) => {
      const place = line - first;
      return (place < 0 || place > places ? AWAY_LINES : place) * lineHeight;
    };
    return { base: first, places, lineHeight, topOf, scrollTo, shift };
  }, [base, lines, places, lineHeight, scrollTo, shift]);
}

/** Moves the element of the list, and goes along when somebody else does. */
function useScrolling(element: HTMLElement | null, stretch: Stretch) {
  const [base, setBase] = useState(0);
  const isTelling = useRef(false);
  const wheeledAt = useRef(Number.NEGATIVE_INFINITY);
  const put = useCallback(
    (top: number) => {
      if (!element) return;
      element.scrollTop = top;
      stretch.put(element.scrollTop);
      // Told at once, so that the list is drawn at its new place and of its new lines in one go.
      isTelling.current = true;
      element.dispatchEvent(new Event('scroll'));
      isTelling.current = false;
    },
    [element, stretch],
  );
  /** Takes the place the element has now. True when that is elsewhere in the list. */
  const follow = useCallback((): boolean => {
    if (!element) return false;
    const before = stretch.base;
    const isWheel = performance.now() - wheeledAt.current < WHEEL_MS;
    const other = stretch.scrolled(element.scrollTop, element.clientHeight, isWheel);
    if (other !== null) put(other);
    return other === null && stretch.base !== before;
  }, [element, stretch, put]);
  useLayoutEffect(() => {
    if (!element) return;
    const wheel = () => {
      wheeledAt.current = performance.now();
    };
    const scroll = () => {
      // Draw before the next frame, which would show the new scroll position with the old lines.
      if (!isTelling.current) flushSync(follow);
      setBase(stretch.base);
    };
    element.addEventListener('wheel', wheel, { passive: true });
    element.addEventListener('scroll', scroll);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('scroll', scroll);
    };
  }, [element, stretch, follow]);
  return { base, setBase, put, follow };
}
