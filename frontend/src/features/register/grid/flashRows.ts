import { useCallback } from 'react';
import { flashAll, useForeignChanges } from '@/components/grid/flash';
import type { RegisterController } from './RegisterController';

/** How long the new state of a row may take to be read. */
const PATIENCE_MS = 1000;

/** Fades the rows in view that another tab or device has changed, or that an undo has. */
export function useForeignFlash(controller: RegisterController): void {
  useForeignChanges(
    'sync-event',
    useCallback(
      ({ rows }) => {
        const ids = new Set(rows?.transactions ?? []);
        if (ids.size > 0) requestAnimationFrame(() => flashWhenThere(controller, ids));
      },
      [controller],
    ),
  );
}

/** Waits for the list if it has to fetch the rows. */
function flashWhenThere(controller: RegisterController, ids: ReadonlySet<string>): void {
  const { list } = controller.model;
  const flash = () => flashAll(controller.root, 'data-row-id', ids);
  if (!list.isFetching) {
    flash();
    return;
  }
  const stop = list.listen(() => {
    // The list has its rows now; they are drawn with the next frame.
    requestAnimationFrame(flash);
    stop();
  });
  setTimeout(stop, PATIENCE_MS);
}
