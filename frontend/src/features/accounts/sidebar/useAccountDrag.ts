import { type PointerEvent, useCallback, useState } from 'react';
import type { Account } from '@/generated/contract';
import { moveTo } from './moveTo';

/** Movement that makes a press a drag. */
const DRAG_START_PX = 5;
/** Near the edges the sidebar scrolls by itself. */
const EDGE_PX = 28;
const SCROLL_STEP_PX = 8;

/** The dragged account, and the index in its list it would get. */
export interface Dragging {
  id: string;
  index: number;
}

/** Dragging of accounts within their list, with an insertion line. */
export function useAccountDrag() {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const start = useCallback(
    (event: PointerEvent<HTMLElement>, account: Account, list: readonly Account[]) => {
      if (event.button !== 0 || event.pointerType === 'touch' || list.length < 2) return;
      const rows = event.currentTarget.closest('ul');
      if (rows) watchDrag({ rows, account, list, x: event.clientX, y: event.clientY, setDragging });
    },
    [],
  );
  return { dragging, start };
}

interface Drag {
  rows: HTMLUListElement;
  account: Account;
  list: readonly Account[];
  x: number;
  y: number;
  setDragging: (dragging: Dragging | null) => void;
}

function watchDrag({ rows, account, list, x, y, setDragging }: Drag): void {
  const stop = new AbortController();
  const { signal } = stop;
  let index: number | null = null;
  const finish = (commits: boolean) => {
    stop.abort();
    setDragging(null);
    document.body.style.cursor = '';
    if (index === null) return;
    swallowClick();
    if (commits) moveTo(account, index, list);
  };
  const move = (event: globalThis.PointerEvent) => {
    if (index === null && Math.hypot(event.clientX - x, event.clientY - y) < DRAG_START_PX) return;
    document.body.style.cursor = 'grabbing';
    scrollNearEdges(rows, event.clientY);
    index = indexAt(rows, account.id, event.clientY);
    setDragging({ id: account.id, index });
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', () => finish(true), { signal });
  window.addEventListener('pointercancel', () => finish(false), { signal });
  const pressEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || index === null) return;
    event.preventDefault();
    event.stopPropagation();
    finish(false);
  };
  window.addEventListener('keydown', pressEscape, { signal, capture: true });
}

/** How many of the other rows lie above the pointer. */
function indexAt(rows: HTMLUListElement, id: string, y: number): number {
  const others = [...rows.children].filter((row) => row.getAttribute('data-account') !== id);
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height / 2;
  }).length;
}

function scrollNearEdges(rows: HTMLUListElement, y: number): void {
  const nav = rows.closest('nav');
  if (!nav) return;
  const { top, bottom } = nav.getBoundingClientRect();
  if (y < top + EDGE_PX) nav.scrollTop -= SCROLL_STEP_PX;
  if (y > bottom - EDGE_PX) nav.scrollTop += SCROLL_STEP_PX;
}

/** Letting go of a dragged link would follow it. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
