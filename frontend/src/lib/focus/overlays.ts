/**
 * Open dialogs, menus and popovers, and the moment a closed one has given the focus back. The
 * library restores the focus one frame after an overlay is gone; code that moves the focus itself
 * waits for `overlayClosed` instead of trying again and again.
 */
import { focusInside, keepFocusInPage } from './regions';

/** Focus that is lost inside one of these does not go to what is outside. */
const BORDERS = 'main, [data-region]';

export interface Overlay {
  /** Elements that had the focus when this and the overlays below it opened, nearest first. */
  readonly openers: readonly HTMLElement[];
  /** Parents of the last opener at that time, nearest first. */
  readonly around: readonly HTMLElement[];
  /** Closes it as Escape does; null for menus, which close by themselves. */
  close: (() => void) | null;
}

const open: Overlay[] = [];
let closing = 0;
let waiting: { overlay: Overlay | null; resolve: () => void }[] = [];

/** Call while the overlay is rendered first, before it takes the focus. */
export function newOverlay(): Overlay {
  const active = document.activeElement;
  const below = open.at(-1)?.openers ?? [];
  const own = active instanceof HTMLElement && active !== document.body ? [active] : [];
  const openers = [...own, ...below];
  return { openers, around: parentsOf(openers.at(-1)), close: null };
}

/** The elements around one, nearest first. */
export function parentsOf(element: HTMLElement | undefined): HTMLElement[] {
  const parents: HTMLElement[] = [];
  for (let at = element?.parentElement; at && at !== document.body; at = at.parentElement) {
    parents.push(at);
  }
  return parents;
}

/** The overlay is on the page; returns the way to end it, for when it is removed. */
export function addOverlay(overlay: Overlay): () => void {
  open.push(overlay);
  return () => {
    open.splice(open.indexOf(overlay), 1);
    closing += 1;
    // The library restores the focus in the next frame; a task after it sees the result.
    requestAnimationFrame(() => setTimeout(() => settle(overlay)));
  };
}

function settle(overlay: Overlay): void {
  closing -= 1;
  const isOver = (awaited: Overlay | null) =>
    awaited === overlay || (closing === 0 && !(awaited && open.includes(awaited)));
  const ready = waiting.filter((waiter) => isOver(waiter.overlay));
  waiting = waiting.filter((waiter) => !ready.includes(waiter));
  for (const { resolve } of ready) resolve();
  // Those who waited move the focus first; otherwise it goes where the user left it.
  setTimeout(() => giveBack(overlay));
}

function isLost(): boolean {
  return document.activeElement === document.body || !document.activeElement;
}

/** Focuses an opener that still exists, else its surroundings, if the focus went nowhere. */
function giveBack(overlay: Overlay): void {
  if (open.length > 0) return;
  for (const opener of overlay.openers) {
    if (opener.isConnected && isLost()) opener.focus();
  }
  if (isLost()) focusAround(overlay);
  else watchFocused(overlay);
}

/** The reload after a change may take the opener away: its neighbour has the focus then. */
function watchFocused(overlay: Overlay): void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !overlay.openers.includes(held)) return;
  const watcher = new MutationObserver(() => {
    if (held.isConnected) return;
    watcher.disconnect();
    // It may have gone with an overlay around it, whose focus the library restores first.
    requestAnimationFrame(() => setTimeout(() => isLost() && focusAround(overlay)));
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => watcher.disconnect(), { once: true });
}

function focusAround({ around }: Overlay): void {
  focusNear(around);
  if (isLost()) keepFocusInPage();
}

/** Focuses the first of these elements that can take the focus, within the part of the page. */
export function focusNear(around: readonly HTMLElement[]): void {
  for (const element of around) {
    if (element.matches(BORDERS)) break;
    if (element.isConnected && focusInside(element)) break;
  }
}

/** Resolves once the overlay in front is gone and the focus is back; at once if there is none. */
export function overlayClosed(): Promise<void> {
  const overlay = open.at(-1) ?? null;
  if (!overlay && closing === 0) return Promise.resolve();
  return new Promise((resolve) => waiting.push({ overlay, resolve }));
}

let isLeaving = false;

/** The next step back is the program's own, not a press of the browser's Back. */
export function leaveByGoingBack(goBack: () => void): void {
  isLeaving = true;
  goBack();
}

/** Whether a step back closes the overlay in front, as Escape does, instead of being taken. */
export function staysOnBack(): boolean {
  const isOwn = isLeaving;
  isLeaving = false;
  return !isOwn && Boolean(open.at(-1)?.close);
}

/** Closes the dialog in front as Escape does; a busy one stays. */
export function closeTopOverlay(): void {
  open.at(-1)?.close?.();
}
