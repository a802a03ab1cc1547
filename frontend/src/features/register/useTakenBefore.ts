import { useLayoutEffect, useState } from 'react';

/**
 * A layout that follows the window, drawn only once `take` has taken what is being typed in the
 * one before: its field may go with it. `take` is told the layout that comes.
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
