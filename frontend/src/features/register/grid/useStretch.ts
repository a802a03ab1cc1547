import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListImperativeAPI } from 'react-window';
import { Stretch, spanOf } from '../model/stretch';

/** Far enough above the list for what is as high as some lines. */
const AWAY_LINES = -8;

/** How long after a turn of the wheel the list may go on by itself. */
const WHEEL_MS = 300;

export interface StretchedList {
  /** The line that stands first in the list. */
  base: number;
  /** Lines that the list holds. */
  held: number;
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
  const [base, setBase] = useState(0);
  const span = useMemo(() => spanOf(lineCount, lineHeight), [lineCount, lineHeight]);
  const element = list?.element ?? null;
  const isTelling = useRef(false);
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
  useLayoutEffect(() => {
    if (!element) return;
    let wheeledAt = Number.NEGATIVE_INFINITY;
    const wheel = ({ timeStamp }: Event) => {
      wheeledAt = timeStamp;
    };
    const follow = ({ timeStamp }: Event) => {
      if (!isTelling.current) {
        const isWheel = timeStamp - wheeledAt < WHEEL_MS;
        const other = stretch.scrolled(element.scrollTop, element.clientHeight, isWheel);
        if (other !== null) flushSync(() => put(other));
      }
      setBase(stretch.base);
    };
    element.addEventListener('wheel', wheel, { passive: true });
    element.addEventListener('scroll', follow);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('scroll', follow);
    };
  }, [element, stretch, put]);
  useLayoutEffect(() => {
    const other = stretch.resize(span, lineHeight);
    if (other !== null) put(other);
    else setBase(stretch.base);
  }, [stretch, span, lineHeight, put]);
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
      if (element) put(element.scrollTop + lines * lineHeight);
    },
    [element, lineHeight, put],
  );
  const { lines, held } = span;
  return useMemo(() => {
    const first = Math.max(0, Math.min(base, lines - held));
    const topOf = (line: number) => {
      const place = line - first;
      return (place < 0 || place > held ? AWAY_LINES : place) * lineHeight;
    };
    return { base: first, held, lineHeight, topOf, scrollTo, shift };
  }, [base, lines, held, lineHeight, scrollTo, shift]);
}
