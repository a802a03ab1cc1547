import { type RefObject, useEffect } from 'react';
import { listen, session } from '@/lib/connection/backend';

/** Fade of a cell that was changed elsewhere (brief 22.5). */
const FLASH_MS = 400;

/**
 * Fades the cells in view that another tab or device has changed. One listener for the whole
 * grid; it touches the page only and redraws nothing.
 */
export function useForeignFlash(root: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      listen('cells-changed', ({ origin, cells }) => {
        if (origin !== null && origin === session()) return;
        const changed = new Set(cells.map(([name]) => name));
        const inView = root.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [];
        for (const cell of inView) if (changed.has(cell.dataset.cell ?? '')) flash(cell);
      }),
    [root],
  );
}

function flash(cell: HTMLElement): void {
  if (!cell.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  cell.animate([{ backgroundColor: 'var(--chip-due)' }, { backgroundColor: 'transparent' }], {
    duration: FLASH_MS,
    easing: 'ease-out',
  });
}
