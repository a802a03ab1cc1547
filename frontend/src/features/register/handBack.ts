import type { GridController } from './grid/GridController';

/**
 * Gives the keyboard to the grid once something is done: from a bar that is marked with
 * `data-hands-back`, and from nowhere. Whoever went elsewhere while it was done stays there.
 */
export function handBack(grid: Pick<GridController, 'refocus'>): void {
  const { activeElement } = document;
  const isNowhere = activeElement === null || activeElement === document.body;
  if (isNowhere || activeElement.closest('[data-hands-back]')) grid.refocus();
}
