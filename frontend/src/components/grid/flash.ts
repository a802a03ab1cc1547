import { useEffect } from 'react';
import { listen, session } from '@/lib/connection/backend';

/** Fade of a cell or row that was changed elsewhere. */
const FLASH_MS = 400;
/** An undo of this tab flashes like a change from elsewhere, within this time. */
const UNDO_MS = 1000;

/**
 * Calls back with each change from another tab or device, or from an undo. It is for fading what
 * is in view, which touches the page only and redraws nothing.
 */
export function useForeignChanges<Event extends 'cells-changed' | 'sync-event'>(
  event: Event,
  changed: (payload: Parameters<Parameters<typeof listen<Event>>[1]>[0]) => void,
): void {
  useEffect(() => {
    let undoneAt = Number.NEGATIVE_INFINITY;
    const stops = [
      listen('undo-event', () => {
        undoneAt = performance.now();
      }),
      listen(event, (payload) => {
        const isOwn = payload.origin !== null && payload.origin === session();
        if (!isOwn || performance.now() - undoneAt <= UNDO_MS) changed(payload);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [event, changed]);
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

export function flash(element: HTMLElement, duration = FLASH_MS): void {
  if (!element.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([{ backgroundColor: 'var(--chip-due)' }, {}], { duration, easing: 'ease-out' });
}
