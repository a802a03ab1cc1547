import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListImperativeAPI } from 'react-window';
import type { RegisterList } from '../model/registerList';
import { HEADER_REM, startsDay } from './dayLines';

/**
 * Lines the element holds. Days make lines unequally high, so the place of a line is the sum of
 * those before it: few of them keep that cheap, and any number of lines can be reached.
 */
export const HELD_LINES = 4000;
/** With fewer lines than this to scroll on to, those that are held move along. */
const SPARE_LINES = 500;

/** The line that is to stand first in the element, with this one at the top of the view. */
export function baseFor(line: number, base: number, lineCount: number): number {
  const last = Math.max(0, lineCount - HELD_LINES);
  const place = line - base;
  const isNearEdge = place < SPARE_LINES || place > HELD_LINES - SPARE_LINES;
  return Math.max(0, Math.min(last, isNearEdge ? line - HELD_LINES / 2 : base));
}

interface Held {
  rowId: string;
  /** From the upper edge of the list to its card, in px. */
  offset: number;
}

/** The lines the list of a phone holds, and what is read kept in its place while they change. */
export function useDayWindow(rows: RegisterList, version: number, rem: number) {
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const [wanted, setBase] = useState(0);
  const held = Math.min(rows.lineCount, HELD_LINES);
  const base = Math.max(0, Math.min(wanted, rows.lineCount - held));
  const anchor = useRef<Held | null>(null);
  const isMoving = useRef(false);
  const element = list?.element ?? null;

  /** Takes note of what is read, and moves the lines that are held along with it. */
  const note = useCallback(() => {
    if (!element || isMoving.current) return;
    anchor.current = topCard(element);
    const line = anchor.current && rows.lineOf(anchor.current.rowId);
    if (line !== null) setBase((before) => baseFor(line, before, rows.lineCount));
    else if (element.scrollTop <= 0) setBase(0);
  }, [element, rows]);
  useEffect(() => {
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [element, note]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what moves lines.
  useLayoutEffect(() => {
    // The user may have scrolled before this part was loaded; it is there now.
    if (!anchor.current) note();
    const card = anchor.current;
    const line = card && rows.lineOf(card.rowId);
    if (!list || !element || !card || line === null) return;
    const top = cardTop(element, card.rowId);
    if (top === null) {
      list.scrollToRow({ index: line - base, align: 'start', behavior: 'instant' });
      const header = startsDay(rows, line) ? HEADER_REM * rem : 0;
      element.scrollTop -= card.offset - header;
    } else if (Math.abs(top - card.offset) < 1) return;
    else element.scrollTop += top - card.offset;
    // Drawn there at once, not a frame later.
    isMoving.current = true;
    element.dispatchEvent(new Event('scroll'));
    isMoving.current = false;
  }, [list, element, note, rows, base, rem, version]);
  return { base, held, setList };
}

/** The uppermost card in view; none at the very top, where what is new is to show. */
function topCard(element: HTMLElement): Held | null {
  if (element.scrollTop <= 0) return null;
  const edge = element.getBoundingClientRect().top;
  for (const card of element.querySelectorAll<HTMLElement>('[data-row-id]')) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > edge) return { rowId: card.dataset.rowId ?? '', offset: top - edge };
  }
  return null;
}

function cardTop(element: HTMLElement, rowId: string): number | null {
  const card = element.querySelector(`[data-row-id=${JSON.stringify(rowId)}]`);
  if (!card) return null;
  return card.getBoundingClientRect().top - element.getBoundingClientRect().top;
}
