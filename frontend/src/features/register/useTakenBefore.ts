import { useLayoutEffect, useState } from 'react';

/**
 * Delays a change of layout until `take` has saved the text being typed, because the new layout may
 * not have its field. `take` receives the next layout.
 */
export function useTakenBefore<Layout extends boolean | string>(
  wanted: Layout,
  take: (wanted: Layout) => void,
): Layout {
  const [shown, setShown] = useState(wanted);
  useLayoutEffect(() => {
    if (wanted === shown) return;
    take(wanted);
    setShown(wanted);
  }, [wanted, shown, take]);
  return shown;
}
