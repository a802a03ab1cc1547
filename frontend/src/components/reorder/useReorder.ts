import { type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { canDrag, watchDrag } from './drag';

interface Item {
  id: string;
  name: string;
}

/** The dragged item, and the index in its list it would get. */
export interface Dragging {
  id: string;
  index: number;
}

interface ReorderRules<T extends Item> {
  /** Makes an item the one at `index` of its list. */
  move: (item: T, index: number, list: readonly T[]) => void;
  /** The focusable element in the row of an item. */
  focusable: (id: string) => HTMLElement | null;
}

export interface Reorder<T extends Item> {
  dragging: Dragging | null;
  /** For a press on a row of a list that has one element per item. */
  start: (event: PointerEvent<HTMLElement>, item: T, list: readonly T[]) => void;
  /** Moves an item by one place; it keeps the keyboard, also when the move is taken back. */
  step: (item: T, by: -1 | 1, list: readonly T[]) => void;
}

/** Reordering of plain lists: by dragging the rows, and by actions that move one a place. */
export function useReorder<T extends Item>({ move, focusable }: ReorderRules<T>): Reorder<T> {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const moved = useRef<string | null>(null);
  // Moving its element takes the keyboard from the row.
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const row = focusable(moved.current);
    if (document.activeElement === document.body) row?.focus();
    else if (document.activeElement !== row) moved.current = null;
  });
  const step = useCallback(
    (item: T, by: -1 | 1, list: readonly T[]) => {
      moved.current = item.id;
      move(item, list.findIndex(({ id }) => id === item.id) + by, list);
    },
    [move],
  );
  const start = useCallback(
    (event: PointerEvent<HTMLElement>, item: T, list: readonly T[]) => {
      const rows = event.currentTarget.closest('ul');
      if (!rows || !canDrag(event) || list.length < 2) return;
      let index = list.indexOf(item);
      watchDrag(event, {
        words: item.name,
        scroller: rows.closest('nav'),
        over: ({ y }) => {
          index = indexAt(rows, list.indexOf(item), y);
          setDragging({ id: item.id, index });
        },
        end: (isDropped) => {
          setDragging(null);
          if (isDropped) move(item, index, list);
        },
      });
    },
    [move],
  );
  return { dragging, start, step };
}

/** How many of the other rows lie above the pointer. */
function indexAt(rows: HTMLElement, own: number, y: number): number {
  const others = [...rows.children].filter((_, at) => at !== own);
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height / 2;
  }).length;
}
