import type { KeyboardEvent } from 'react';
import { isArrow, nearest } from '@/lib/focus/nearest';

/** The arrow keys go from one figure to the next one in their direction. */
export function moveAmongFigures(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || !isArrow(key)) return;
  const from = target as HTMLElement;
  if (!from.matches('[data-figure]')) return;
  const next = nearest(key, from, currentTarget.querySelectorAll<HTMLElement>('[data-figure]'));
  if (!next) return;
  event.preventDefault();
  next.focus();
}
