import { watchLostFocus } from './lostFocus';
import { focusInside } from './regions';

/**
 * When the focused control is removed, as with its row, the nearest one takes the focus: the same
 * control of a row beside it, else what stands next to it. It is the `ref` of the element around
 * them; returns the function that stops.
 */
export function focusNearRemoved(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return;
  return watchLostFocus(root, (lost, removals) => {
    const removal = removals.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(lost)),
    );
    const parent = removal?.target;
    if (!removal || !(parent instanceof Element)) return false;
    // A grid keeps the keyboard by itself.
    if (parent.closest('[role=grid], [role=treegrid]')) return true;
    const beside = [elementFrom(removal.nextSibling, 1), elementFrom(removal.previousSibling, -1)];
    focusAlike(lost, beside) || focusIn(beside) || focusAround(root, parent);
    return true;
  }).stop;
}

/** A sibling, or the first element behind or before it. */
function elementFrom(sibling: Node | null, way: 1 | -1): Element | null {
  let at = sibling;
  while (at && !(at instanceof Element)) at = way === 1 ? at.nextSibling : at.previousSibling;
  return at;
}

/** Focuses the control with the name of the removed one, such as "Remove condition". */
function focusAlike(lost: Element, beside: readonly (Element | null)[]): boolean {
  const name = lost.getAttribute('aria-label');
  if (name === null) return false;
  for (const row of beside) {
    const alike = row?.querySelector<HTMLElement>(`button[aria-label="${CSS.escape(name)}"]`);
    alike?.focus();
    if (alike && alike === document.activeElement) return true;
  }
  return false;
}

function focusIn(elements: readonly (Element | null)[]): boolean {
  return elements.some((each) => each instanceof HTMLElement && focusInside(each));
}

/** Goes outwards until something takes the focus. */
function focusAround(root: HTMLElement, parent: Element): void {
  for (let at: Element | null = parent; at && root.contains(at); at = at.parentElement) {
    if (focusIn([at, at.nextElementSibling, at.previousElementSibling])) return;
  }
}
