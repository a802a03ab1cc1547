import { type RefObject, useLayoutEffect } from 'react';
import { overlayClosed } from '@/lib/focus/overlays';

/** The focused control is gone, or is disabled now, so that the focus will be. */
function isLost(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || active.matches(':disabled');
}

/**
 * Takes the keyboard to the title when the button that had it goes, as those do that save or revert
 * changes: so it is known which report is shown now, and the settings come next.
 */
export function useTitleFocus(title: RefObject<HTMLElement | null>, buttons: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is to look again when they change.
  useLayoutEffect(() => {
    const keep = () => {
      if (isLost()) title.current?.focus({ preventScroll: true });
    };
    keep();
    // The dialog that asked for the name of a new report has the focus until it is gone.
    void overlayClosed().then(keep);
  }, [buttons]);
}
