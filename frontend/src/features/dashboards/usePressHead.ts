import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A pointer that moved farther than this dragged the card. */
const DRAG_PX = 4;

/** A press beside the title of a card opens its screen, like the title itself. */
export function usePressHead() {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDownCapture: ({ clientX, clientY }: PointerEvent) => {
      from.current = { x: clientX, y: clientY };
    },
    onClick: ({ target, currentTarget: head, clientX, clientY }: MouseEvent<HTMLElement>) => {
      const pressed = target as Element;
      // Presses on the card's menu items bubble up here too, although the menu is elsewhere in the
      // page.
      if (!head.contains(pressed) || pressed.closest('a, button')) return;
      const { x, y } = from.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > DRAG_PX) return;
      head.querySelector<HTMLElement>('h2 a')?.click();
    },
  };
}
