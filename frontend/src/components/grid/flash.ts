import { useCallback, useEffect, useRef } from 'react';
import { listen, session } from '@/lib/connection/backend';
import { isMotionWanted } from '@/lib/react/motion';

/** Fade of a cell or row that was changed elsewhere. */
const FLASH_MS = 400;
/** An undo of this tab flashes like a change from elsewhere, within this time. */
const UNDO_MS = 1000;

type Changed<Event extends 'cells-changed' | 'sync-event'> = (
  payload: Parameters<Parameters<typeof listen<Event>>[1]>[0],
) => void;

/**
 * Calls back with each change from another tab or device, or from an undo. It is for fading what
 * is in view, which touches the page only and redraws nothing.
 */
export function useForeignChanges<Event extends 'cells-changed' | 'sync-event'>(
  event: Event,
  changed: Changed<Event>,
): void {
  useChanges(event, false, changed);
}

/** The same for each change of this tab that is no undo. */
export function useOwnChanges<Event extends 'cells-changed' | 'sync-event'>(
  event: Event,
  changed: Changed<Event>,
): void {
  useChanges(event, true, changed);
}

function useChanges<Event extends 'cells-changed' | 'sync-event'>(
  event: Event,
  wantsOwn: boolean,
  changed: Changed<Event>,
): void {
  useEffect(() => {
    let undoneAt = Number.NEGATIVE_INFINITY;
    const stops = [
      listen('undo-event', () => {
        undoneAt = performance.now();
      }),
      listen(event, (payload) => {
        const isFromHere = payload.origin !== null && payload.origin === session();
        const isOwn = isFromHere && performance.now() - undoneAt > UNDO_MS;
        if (isOwn === wantsOwn) changed(payload);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [event, wantsOwn, changed]);
}

/** Fades the elements whose value of `attribute` is among `changed`. */
export function flashAll(
  root: HTMLElement | null,
  attribute: 'data-cell' | 'data-row-id',
  changed: ReadonlySet<string>,
): void {
  for (const element of root?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? []) {
    if (changed.has(element.getAttribute(attribute) ?? '')) flash(element);
  }
}

/** Fades the rows of a table that were changed elsewhere, once their list has been read again. */
export function useRowFlash(
  grid: { root: HTMLElement | null },
  rows: readonly unknown[],
  table: string,
): void {
  const changed = useRef<ReadonlySet<string>>(new Set());
  useForeignChanges(
    'sync-event',
    useCallback(
      ({ rows: told }) => {
        changed.current = new Set([...changed.current, ...(told?.[table] ?? [])]);
      },
      [table],
    ),
  );
  useEffect(() => {
    if (rows.length > 0) flashAll(grid.root, 'data-row-id', changed.current);
    changed.current = new Set();
  }, [grid, rows]);
}

export function flash(element: HTMLElement, duration = FLASH_MS): void {
  if (!isMotionWanted()) return;
  element.animate([{ backgroundColor: 'var(--chip-due)' }, {}], { duration, easing: 'ease-out' });
}
