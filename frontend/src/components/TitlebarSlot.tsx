import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let place: HTMLElement | null = null;
const watchers = new Set<() => void>();

/** The titlebar's place for what the current screen wants to show there. */
export function titlebarPlace(element: HTMLElement | null): void {
  place = element;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Puts the controls of a screen at the left of the titlebar. */
export function TitlebarSlot({ children }: { children: ReactNode }) {
  const target = useSyncExternalStore(watch, () => place);
  return target ? createPortal(children, target) : null;
}
