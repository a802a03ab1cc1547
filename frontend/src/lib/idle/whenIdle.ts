/** Acts in the next moment of rest of the page. Not every browser tells of them. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act);
  else act();
}
