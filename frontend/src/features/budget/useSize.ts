import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Width of an element in px, 0 before it is there. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    setWidth(element.clientWidth);
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

/** Below this viewport width the phone layout is shown (brief 14). */
const MOBILE = '(max-width: 767px)';

function watchMobile(changed: () => void): () => void {
  const query = matchMedia(MOBILE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function useIsMobile(): boolean {
  return useSyncExternalStore(watchMobile, () => matchMedia(MOBILE).matches);
}
