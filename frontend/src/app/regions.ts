import { focusNear, parentsOf } from '@/lib/focus/overlays';
import { focusInside, keepFocusInPage, regionOf as place } from '@/lib/focus/regions';

/** The parts of the page that F6 goes round, in order. */
const REGIONS = ['sidebar', 'titlebar', 'main', 'notifications'] as const;

/** Moves the focus to the next or previous part of the page that can take it. */
export function moveRegion(step: 1 | -1): void {
  const active = document.activeElement;
  const current = REGIONS.findIndex((region) => place(region)?.contains(active));
  const start = current < 0 ? (step === 1 ? -1 : REGIONS.length) : current;
  for (let turn = 1; turn <= REGIONS.length; turn += 1) {
    const index = (start + step * turn + REGIONS.length * 2) % REGIONS.length;
    const element = place(REGIONS[index] ?? '');
    if (element && element.childElementCount > 0 && focusInside(element)) return;
  }
}

let before: HTMLElement | null = null;
/** The elements around it: when the field of a cell goes, its grid stays. */
let around: readonly HTMLElement[] = [];

/**
 * Remembers where the focus is before it goes to the notices. Call it before the focus leaves, too:
 * a field that is gone by then has nothing around it.
 */
export function rememberBefore(element: EventTarget | null): void {
  if (!(element instanceof HTMLElement) || element === before) return;
  if (place('notifications')?.contains(element)) return;
  before = element;
  around = parentsOf(element);
}

/** Gives the focus back from the notices: to where it was, else near it, else to the page. */
export function leaveNotices(): void {
  if (before?.isConnected) before.focus({ preventScroll: true });
  else focusNear(around);
  keepFocusInPage();
}

/** F8: to the notices, and back to where the focus was. */
export function toggleNotices(): void {
  const stack = place('notifications');
  if (!stack || stack.childElementCount === 0) return;
  if (stack.contains(document.activeElement)) {
    leaveNotices();
    return;
  }
  rememberBefore(document.activeElement);
  focusInside(stack);
}
