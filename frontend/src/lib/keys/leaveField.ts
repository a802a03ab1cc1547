/** Takes what is being typed: a field keeps it to itself until it is left. */
export function leaveField(): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) active.blur();
}

/**
 * Takes what is being typed when the browser goes elsewhere: the field goes with its screen, and
 * what was typed would go with it. To be called before the router listens: whoever listens to a
 * window first hears of the way back first, and the router takes the screen down. Answers the way
 * to end it.
 */
export function takeTypedOnLeaving(): () => void {
  const ways = ['popstate', 'pagehide'] as const;
  for (const way of ways) window.addEventListener(way, leaveField);
  return () => {
    for (const way of ways) window.removeEventListener(way, leaveField);
  };
}
