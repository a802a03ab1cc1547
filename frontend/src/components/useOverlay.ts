import { useEffect, useLayoutEffect, useState } from 'react';
import { addOverlay, newOverlay } from '@/lib/focus/overlays';

/** Registers the component as an open overlay; without `close` browser Back leaves it open. */
export function useOverlay(close: (() => void) | null): void {
  const [overlay] = useState(newOverlay);
  useLayoutEffect(() => addOverlay(overlay), [overlay]);
  useEffect(() => {
    overlay.close = close;
  });
}

/** The same as an element, for the content of a popover. */
export function OverlayMark({ close = null }: { close?: (() => void) | null }): null {
  useOverlay(close);
  return null;
}
