import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from '@/lib/react/useLatest';
import { allShortcuts, registerShortcuts, type Shortcut, watchShortcuts } from './keys';

/**
 * Registers shortcuts for as long as the component is there. `run` may change with every
 * render; ids, keys and labels may not.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useLatest(shortcuts);
  const ids = shortcuts.map(({ id, label }) => `${id} ${label}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the list.
  useEffect(
    () =>
      registerShortcuts(
        latest.current.map((shortcut) => ({
          ...shortcut,
          run: (event: KeyboardEvent) =>
            latest.current.find(({ id }) => id === shortcut.id)?.run(event),
        })),
      ),
    [ids],
  );
}

/** All shortcuts that are registered now. */
export function useAllShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(watchShortcuts, allShortcuts);
}
