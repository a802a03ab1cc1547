import { type RefObject, useEffect } from 'react';
import { overlayClosed } from '@/lib/focus/overlays';

/** Focuses and selects a field that a menu opened, once the menu has given the focus back. */
export function useFocusAfterOverlay(
  field: RefObject<HTMLInputElement | null>,
  isWanted = true,
): void {
  useEffect(() => {
    if (!isWanted) return;
    void overlayClosed().then(() => {
      field.current?.focus();
      field.current?.select();
    });
  }, [field, isWanted]);
}
