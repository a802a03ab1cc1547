import { useOverflows } from '../useOverflows';

/** Attributes by which an area that scrolls sideways fades where it goes on. */
export function useSideScroll(place: HTMLElement | null) {
  const { hasBefore, hasMore } = useOverflows(place, 'sideways');
  return { 'data-before': hasBefore || undefined, 'data-after': hasMore || undefined };
}
