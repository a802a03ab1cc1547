/** The nearest element in the direction of an arrow key, anywhere on the screen. */

type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export const isArrow = (key: string): key is Way => /^Arrow(Left|Right|Up|Down)$/.test(key);

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Edges of neighbours may overlap by this much. */
const SLACK_PX = 2;
/** To stand beside the row or column costs more than to stand further along it. */
const ASIDE = 4;

/** How far another box lies in a direction; null where it does not lie there. */
function distance(way: Way, from: Box, to: Box): number | null {
  const along = {
    ArrowLeft: from.left - to.right,
    ArrowRight: to.left - from.right,
    ArrowUp: from.top - to.bottom,
    ArrowDown: to.top - from.bottom,
  }[way];
  if (along < -SLACK_PX) return null;
  const isAcross = way === 'ArrowLeft' || way === 'ArrowRight';
  const aside = isAcross
    ? Math.max(0, to.top - from.bottom, from.top - to.bottom) + Math.abs(to.top - from.top) / 100
    : Math.max(0, to.left - from.right, from.left - to.right) + Math.abs(to.left - from.left) / 100;
  return Math.max(0, along) + ASIDE * aside;
}

/** The nearest of some elements in a direction. */
export function nearest<E extends Element>(
  way: Way,
  from: Element,
  others: Iterable<E>,
): E | undefined {
  const start = from.getBoundingClientRect();
  let best: { element: E; far: number } | undefined;
  for (const element of others) {
    if (element === from) continue;
    const far = distance(way, start, element.getBoundingClientRect());
    if (far !== null && (!best || far < best.far)) best = { element, far };
  }
  return best?.element;
}
