import { type RefObject, useLayoutEffect, useRef } from 'react';
import { overlayClosed } from '@/lib/focus/overlays';

/** The focused control is gone, or is disabled now, so that the focus will be. */
function isLost(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || active.matches(':disabled');
}

/**
 * Takes the keyboard to the title when the button that had it goes, as those do that save or revert
 * changes: so it is known which report is shown now, and the settings come next. The answer makes the
 * press of such a button.
 */
export function useTitleFocus(title: RefObject<HTMLElement | null>, buttons: string) {
  const isPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is to look again when they change.
  useLayoutEffect(() => {
    const keep = () => {
      if (!isPressed.current || !isLost()) return;
      isPressed.current = false;
      title.current?.focus({ preventScroll: true });
    };
    keep();
    // The dialog that asked for the name of a new report has the focus until it is gone.
    void overlayClosed().then(keep);
  }, [buttons]);
  return (act: () => void) => () => {
    isPressed.current = true;
    act();
  };
}
