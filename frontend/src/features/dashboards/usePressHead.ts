import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A pointer that went further than this has moved the card. */
const DRAG_PX = 4;

/** A press beside the title of a card opens its screen, as its title does. */
export function usePressHead() {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDownCapture: ({ clientX, clientY }: PointerEvent) => {
      from.current = { x: clientX, y: clientY };
    },
    onClick: ({ target, currentTarget: head, clientX, clientY }: MouseEvent<HTMLElement>) => {
      const pressed = target as Element;
      // The entries of its menu stand elsewhere on the page, but their presses come by here.
      if (!head.contains(pressed) || pressed.closest('a, button')) return;
      const { x, y } = from.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > DRAG_PX) return;
      head.querySelector<HTMLElement>('h2 a')?.click();
    },
  };
}
