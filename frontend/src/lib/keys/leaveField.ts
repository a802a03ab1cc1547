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

/** Sent to a field before a key of its form leaves it; cancelled by one that holds its text. */
export const LEAVE_EVENT = 'leavefield';

/** Asks a field to turn its text into a value; false if the text is none and stays in the field. */
export function mayLeave(field: EventTarget): boolean {
  return field.dispatchEvent(new Event(LEAVE_EVENT, { cancelable: true }));
}
