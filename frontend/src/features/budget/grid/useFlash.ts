import { type RefObject, useEffect } from 'react';
import { listenCell } from '@/lib/sheet/sheet';

/** Fade of a cell that was changed elsewhere (brief 22.5). */
const FLASH_MS = 400;

/** Fades the element's background when the cell is changed by another tab; redraws nothing. */
export function useFlash(element: RefObject<HTMLElement | null>, sheet: string, name: string) {
  useEffect(
    () =>
      listenCell(sheet, name, ({ own }) => {
        if (!own) flash(element.current);
      }),
    [element, sheet, name],
  );
}

function flash(element: HTMLElement | null): void {
  if (!element?.animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([{ backgroundColor: 'var(--chip-due)' }, { backgroundColor: 'transparent' }], {
    duration: FLASH_MS,
    easing: 'ease-out',
  });
}
