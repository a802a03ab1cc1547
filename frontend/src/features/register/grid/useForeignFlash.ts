import { useEffect } from 'react';
import { listen, session } from '@/lib/connection/backend';
import type { GridController } from './GridController';

/** Fade of a row that was changed elsewhere (brief 22.5). */
const FLASH_MS = 400;
/** How long the new state of a row may take to be read. */
const PATIENCE_MS = 1000;

/**
 * Fades the rows in view that another tab or device has changed, or that an undo has. It touches
 * the page only and redraws nothing.
 */
export function useForeignFlash(controller: GridController): void {
  useEffect(() => {
    let undoneAt = Number.NEGATIVE_INFINITY;
    const stops = [
      listen('undo-event', () => {
        undoneAt = performance.now();
      }),
      listen('sync-event', ({ origin, rows }) => {
        const isOwn = origin !== null && origin === session();
        if (isOwn && performance.now() - undoneAt > PATIENCE_MS) return;
        const ids = new Set(rows?.transactions ?? []);
        if (ids.size > 0) requestAnimationFrame(() => flashWhenThere(controller, ids));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller]);
}

/** Waits for the list if it has to fetch the rows. */
function flashWhenThere(controller: GridController, ids: ReadonlySet<string>): void {
  const { list } = controller.model;
  if (!list.isFetching) {
    flashRows(controller, ids);
    return;
  }
  const stop = list.listen(() => {
    // The list has just told its rows; they are drawn with the next frame.
    requestAnimationFrame(() => flashRows(controller, ids));
    stop();
  });
  setTimeout(stop, PATIENCE_MS);
}

function flashRows({ root }: GridController, ids: ReadonlySet<string>): void {
  for (const row of root?.querySelectorAll<HTMLElement>('[data-row-id]') ?? []) {
    if (ids.has(row.dataset.rowId ?? '')) flash(row);
  }
}

export function flash(row: HTMLElement, duration = FLASH_MS): void {
  if (!row.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.animate([{ backgroundColor: 'var(--chip-due)' }, {}], { duration, easing: 'ease-out' });
}
