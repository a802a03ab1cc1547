import { useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { flashAll, useForeignChanges } from '@/components/grid/flash';
import type { RegisterController } from './RegisterController';

/** Fades the rows in view that another tab or device has changed, or that an undo has. */
export function useForeignFlash(controller: RegisterController): void {
  const { list } = controller.model;
  /** Changed rows that the list has yet to read. */
  const awaited = useRef(new Set<string>());
  const flash = useCallback(
    (ids: ReadonlySet<string>) => {
      // The list has the rows by now; a new one is drawn first.
      flushSync(() => {});
      flashAll(controller.root, 'data-row-id', ids);
    },
    [controller],
  );
  useForeignChanges(
    'sync-event',
    useCallback(
      ({ rows }) => {
        const ids = rows?.transactions ?? [];
        if (!list.isFetching) flash(new Set(ids));
        else for (const id of ids) awaited.current.add(id);
      },
      [list, flash],
    ),
  );
  useEffect(
    () =>
      list.listenSettled((settled) => {
        const ids = [...awaited.current].filter((id) => settled === null || settled.has(id));
        for (const id of ids) awaited.current.delete(id);
        if (ids.length > 0) flash(new Set(ids));
      }),
    [list, flash],
  );
}
