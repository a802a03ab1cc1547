import { type RefObject, useEffect } from 'react';
import { listen, session } from '@/lib/connection/backend';

/** Fade of a cell that was changed elsewhere (brief 22.5). */
const FLASH_MS = 400;

/** What an undo of this tab changed is shown like a change from elsewhere, within this time. */
const UNDO_MS = 1000;

/**
 * Fades the cells in view that another tab or device has changed, or that an undo has. One
 * listener for the whole grid; it touches the page only and redraws nothing.
 */
export function useForeignFlash(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let undoneAt = Number.NEGATIVE_INFINITY;
    const stops = [
      listen('undo-event', () => {
        undoneAt = performance.now();
      }),
      listen('cells-changed', ({ origin, cells }) => {
        const isOwn = origin !== null && origin === session();
        if (isOwn && performance.now() - undoneAt > UNDO_MS) return;
        const changed = new Set(cells.map(([name]) => name));
        const inView = root.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [];
        for (const cell of inView) if (changed.has(cell.dataset.cell ?? '')) flash(cell);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [root]);
}

function flash(cell: HTMLElement): void {
  if (!cell.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  cell.animate([{ backgroundColor: 'var(--chip-due)' }, { backgroundColor: 'transparent' }], {
    duration: FLASH_MS,
    easing: 'ease-out',
  });
}
