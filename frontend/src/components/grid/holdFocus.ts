import { watchLostFocus } from '@/lib/focus/lostFocus';
import type { AnyGrid } from './GridController';

/**
 * Keeps the keyboard with the grid when the focused row is taken out of the page, by scrolling or
 * by a change: the grid itself holds it until the next key. Returns the function that stops.
 */
export function holdFocus(root: HTMLElement, grid: AnyGrid): () => void {
  const { isLost, stop } = watchLostFocus(root, () => {
    const { edit, menu } = grid.store.getState();
    if (edit || menu) return false;
    root.focus({ preventScroll: true });
    return true;
  });
  grid.hasLostKeyboard = isLost;
  return stop;
}
