/** Acts when the page is idle; at once in browsers without idle callbacks. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act);
  else act();
}
