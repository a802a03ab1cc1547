import { useLayoutEffect, useState } from 'react';
import { useTextScale } from './useRem';
import { useWidth } from './useWidth';

/** Room for the button of the menu that has what does not fit. */
const MORE_PX = 44;

/**
 * How many of the first children of a place fit beside each other, so that a menu behind it takes
 * the rest. All of them must be laid out in one line, those that do not fit invisibly.
 */
export function useFitting(place: HTMLElement | null): number {
  const width = useWidth(place);
  const scale = useTextScale();
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again when the width or text size changes.
  useLayoutEffect(() => {
    const edges = [...(place?.children ?? [])].map((child) => child.getBoundingClientRect());
    const first = edges[0]?.left ?? 0;
    const needed = (edges.at(-1)?.right ?? 0) - first;
    const isParted = fitting < edges.length;
    const room = (place?.clientWidth ?? 0) + (isParted ? MORE_PX * scale : 0);
    const within = edges.filter(({ right }) => right - first <= room - MORE_PX * scale).length;
    setFitting(needed <= room ? Number.POSITIVE_INFINITY : within);
  }, [place, width, scale]);
  return fitting;
}
