/** Finds out when the focused element is removed from the page, which the browser does not say. */

/** What to do about it; false leaves the focus lost for now. */
type OnLost = (lost: Element, removals: readonly MutationRecord[]) => boolean;

interface LostFocus {
  /** The focus was in the root and is nowhere now. */
  isLost: () => boolean;
  stop: () => void;
}

const isNowhere = () => document.activeElement === document.body;

/** Calls `onLost` when the focused element is removed from `root` and nothing else has the focus. */
export function watchLostFocus(root: HTMLElement, onLost: OnLost): LostFocus {
  let last: Element | null = null;
  const enter = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
  };
  const leave = (event: FocusEvent) => {
    const left = last;
    // A removed element loses the focus to nothing; a click elsewhere leaves it connected.
    if (event.relatedTarget) last = null;
    else
      queueMicrotask(() => {
        if (left?.isConnected && last === left) last = null;
      });
  };
  const watcher = new MutationObserver((removals) => {
    if (!last || last.isConnected || !isNowhere()) return;
    const lost = last;
    last = null;
    if (!onLost(lost, removals)) last = lost;
  });
  root.addEventListener('focusin', enter);
  root.addEventListener('focusout', leave);
  watcher.observe(root, { childList: true, subtree: true });
  return {
    isLost: () => last !== null && isNowhere(),
    stop: () => {
      root.removeEventListener('focusin', enter);
      root.removeEventListener('focusout', leave);
      watcher.disconnect();
    },
  };
}
