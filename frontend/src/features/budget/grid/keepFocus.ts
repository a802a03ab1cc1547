import type { GridController } from './GridController';

/**
 * Keeps the keyboard focus with the grid when the focused row is taken out of the page, by
 * scrolling or by a change: the grid itself holds it until the next key. Returns the way to stop.
 */
export function keepFocus(root: HTMLElement | null, controller: GridController) {
  if (!root) return undefined;
  let last: Element | null = null;
  const enter = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
  };
  const leave = (event: FocusEvent) => {
    // A removed element loses the focus to nothing; a click elsewhere leaves it connected.
    if (event.relatedTarget) last = null;
    else
      queueMicrotask(() => {
        if (last?.isConnected) last = null;
      });
  };
  const watcher = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const { edit, renaming, adding, menu } = controller.store.getState();
    if (edit || renaming || adding || menu) return;
    last = null;
    root.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', enter);
  root.addEventListener('focusout', leave);
  watcher.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', enter);
    root.removeEventListener('focusout', leave);
    watcher.disconnect();
  };
}
