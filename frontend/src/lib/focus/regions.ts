/** The parts of the page that can hold the keyboard focus. */

const FIRST = '[aria-current="page"], [tabindex="0"], [data-focus-first]';
const ANY = 'a[href], button:not(:disabled):not([tabindex="-1"]), input, [tabindex]';

export function regionOf(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-region="${name}"]`);
}

/** Focuses the current, the first or any control of a part of the page; false if it has none. */
export function focusInside(element: HTMLElement): boolean {
  const target =
    element.querySelector<HTMLElement>(FIRST) ?? element.querySelector<HTMLElement>(ANY) ?? element;
  target.focus();
  return element.contains(document.activeElement);
}

/** When the focused element is gone, the screen takes the focus. */
export function keepFocusInPage(): void {
  const main = regionOf('main') ?? document.querySelector<HTMLElement>('main');
  if (main && document.activeElement === document.body) focusInside(main);
}
