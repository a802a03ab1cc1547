/** Focus and scroll of grids that were left, so that coming back finds the same place. */
import { useLayoutEffect, useRef } from 'react';
import type { AnyGrid } from './GridController';
import type { Focus } from './gridStore';

interface GridPlace {
  focus: Focus;
  scrollTop: number;
}

const places = new Map<string, GridPlace>();

/** Forgets all places, as tests begin without any. @internal */
export function forgetPlaces(): void {
  places.clear();
}

/** Restores the place of a grid when it is drawn first and saves it when it goes. */
export function useGridPlace(
  name: string | undefined,
  controller: AnyGrid,
  list: HTMLElement | null,
): void {
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (name === undefined || !list) return;
    const place = places.get(name);
    if (place && !restored.current) {
      list.scrollTop = place.scrollTop;
      controller.comeBackTo(place.focus);
    }
    restored.current = true;
    // The element is out of the page by the time this hook is cleaned up.
    let { scrollTop } = list;
    const scroll = () => {
      scrollTop = list.scrollTop;
    };
    list.addEventListener('scroll', scroll);
    return () => {
      list.removeEventListener('scroll', scroll);
      const { focus } = controller.store.getState();
      if (focus) places.set(name, { focus, scrollTop });
    };
  }, [name, controller, list]);
}
