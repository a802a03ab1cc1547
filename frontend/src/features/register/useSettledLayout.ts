import { useLayoutEffect, useState } from 'react';

/**
 * Delays a change of layout until `saveTyped` has saved the text being typed, because the new layout
 * may not have its field. `saveTyped` receives the next layout.
 */
export function useSettledLayout<Layout extends boolean | string>(
  wanted: Layout,
  saveTyped: (wanted: Layout) => void,
): Layout {
  const [shown, setShown] = useState(wanted);
  useLayoutEffect(() => {
    if (wanted === shown) return;
    saveTyped(wanted);
    setShown(wanted);
  }, [wanted, shown, saveTyped]);
  return shown;
}
