import type { AnyGrid } from './GridController';

/**
 * Keeps the keyboard with the grid when the focused row is taken out of the page, by scrolling or
 * by a change: the grid itself holds it until the next key. Returns the function that stops.
 */
export function holdFocus(root: HTMLElement, grid: AnyGrid): () => void {
  let last: Element | null = null;
  grid.hasLostKeyboard = () => last !== null && document.activeElement === document.body;
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
    const { edit, menu } = grid.store.getState();
    if (edit || menu) return;
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
