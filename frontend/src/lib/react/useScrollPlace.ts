import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/** How far each entry of the history was scrolled. */
const places = new Map<string, number>();

const page = () => document.querySelector('main');

/** Another screen begins at its top; Back comes to where it was left. */
export function useScrollPlace(): void {
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same screen stays where it is.
  useLayoutEffect(() => {
    const main = page();
    if (main) main.scrollTop = places.get(key) ?? 0;
    return () => {
      if (main) main.scrollTop = 0;
    };
  }, [pathname]);
  useLayoutEffect(() => {
    const main = page();
    const keep = () => places.set(key, main?.scrollTop ?? 0);
    // Another range of the same screen stays where it is without scrolling.
    if (!places.has(key)) keep();
    main?.addEventListener('scroll', keep);
    return () => main?.removeEventListener('scroll', keep);
  }, [key]);
}
