/** The parts of the page that F6 goes round, in order (ui-brief 20). */
const REGIONS = ['sidebar', 'titlebar', 'main', 'notifications'] as const;

function place(region: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-region="${region}"]`);
}

function focusInside(element: HTMLElement): boolean {
  const target =
    element.querySelector<HTMLElement>('[tabindex="0"], [data-focus-first]') ??
    element.querySelector<HTMLElement>(
      'a[href], button:not(:disabled):not([tabindex="-1"]), input, [tabindex]',
    ) ??
    element;
  target.focus();
  return element.contains(document.activeElement);
}

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

/** Remembers where the focus was before it went to the notices. */
export function rememberBefore(element: EventTarget | null): void {
  if (element instanceof HTMLElement) before = element;
}

/** Gives the focus back after a notice that had it is gone: to where it was, else to the page. */
export function leaveNotices(): void {
  if (before?.isConnected) before.focus({ preventScroll: true });
  keepFocusInPage();
}

/** When what had the focus is gone, the screen takes it. */
export function keepFocusInPage(): void {
  const main = place('main');
  if (main && document.activeElement === document.body) focusInside(main);
}

/** A closed dialog gives its focus back within so many frames, or to nobody. */
const FRAMES = 30;

/** Sees to it that the focus is somewhere once a dialog is gone. */
export function keepFocusAfterDialog(frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) keepFocusInPage();
    else if (frames > 0) keepFocusAfterDialog(frames - 1);
  });
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
