import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DashboardCard } from '@/generated/contract';
import { leastSize } from './model/cards';
import { moved, type Place, resized } from './model/packing';
import type { Places } from './usePlaces';

interface DragOptions {
  card: DashboardCard;
  layout: Places;
  canMove: boolean;
}

/** Pixels from one column and row to the next. */
interface Pitch {
  column: number;
  row: number;
}

function pitchOf(article: Element, { width, height }: Place): Pitch {
  const box = article.getBoundingClientRect();
  const grid = article.parentElement;
  const gap = grid ? Number.parseFloat(getComputedStyle(grid).columnGap) || 0 : 0;
  return { column: (box.width + gap) / width, row: (box.height + gap) / height };
}

/** Returns the places of the cards for a pointer that has moved by so many columns and rows. */
type Turn = (columns: number, rows: number) => Place[];

/** Moves a card by its head and resizes it by its corner; Escape puts it back. */
export function useDrag({ card, layout, canMove }: DragOptions) {
  const [isMoving, setMoving] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const begin = (event: PointerEvent<HTMLElement>, turnOf: (from: Place) => Turn) => {
    const from = layout.places.find(({ id }) => id === card.id);
    const article = event.currentTarget.closest('article');
    if (!canMove || !from || !article || event.button !== 0) return;
    event.preventDefault();
    const pitch = pitchOf(article, from);
    const start = { x: event.clientX + scrollX, y: event.clientY + scrolled(article) };
    const turn = turnOf(from);
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      setMoving(true);
      const columns = Math.round((clientX + scrollX - start.x) / pitch.column);
      const rows = Math.round((clientY + scrolled(article) - start.y) / pitch.row);
      layout.show(turn(columns, rows));
    };
    const cancel = () => {
      end();
      layout.cancel();
    };
    const pressEscape = (press: KeyboardEvent) => {
      if (press.key === 'Escape') cancel();
    };
    const drop = (event: globalThis.PointerEvent) => {
      // The last move may not be drawn yet, and only what is drawn is kept.
      flushSync(() => move(event));
      end();
      void layout.keep();
    };
    const end = () => {
      stop.current = null;
      setMoving(false);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', pressEscape, true);
    };
    // A card that is removed elsewhere meanwhile leaves nothing behind.
    stop.current = cancel;
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', pressEscape, true);
  };

  return {
    isMoving,
    byHead: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // A finger scrolls, and the controls of the head are there to be pressed.
        const isControl = (event.target as Element).closest('a, button');
        if (isControl || event.pointerType === 'touch') return;
        begin(
          event,
          ({ x, y }) =>
            (columns, rows) =>
              moved(layout.places, card.id, { x: x + columns, y: Math.max(0, y + rows) }),
        );
      },
    },
    byCorner: {
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        begin(event, ({ width, height }) => (columns, rows) => {
          const size = { width: width + columns, height: height + rows };
          return resized(layout.places, card.id, size, leastSize(card.type));
        }),
    },
  };
}

/** How far the page around a card is scrolled. */
function scrolled(card: Element): number {
  return card.closest('main')?.scrollTop ?? 0;
}
