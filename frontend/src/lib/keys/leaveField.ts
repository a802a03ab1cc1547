/** Blurs the focused field: a field reports its text only on blur. */
export function leaveField(): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) active.blur();
}

/**
 * Saves the text being typed when the browser leaves the page; it would otherwise be lost with its
 * screen. Call it before the router listens: window listeners run in order, and the router removes
 * the screen. Returns the function that stops it.
 */
export function takeTypedOnLeaving(): () => void {
  const ways = ['popstate', 'pagehide'] as const;
  for (const way of ways) window.addEventListener(way, leaveField);
  return () => {
    for (const way of ways) window.removeEventListener(way, leaveField);
  };
}
