import { type ReactNode, useEffect, useState } from 'react';
import {
  type Location,
  UNSAFE_LocationContext,
  useLocation,
  useNavigate,
  useOutlet,
} from 'react-router';
import { isLayer, SCREEN_BELOW } from '@/lib/layers/layers';

interface Shown {
  screen: ReactNode;
  location: Location;
}

/**
 * The screen to draw and the layer over it. While a layer is open the screen stays the one that was
 * there before, at its own address; a layer that was opened by its address gets a screen below it.
 */
export function useScreenBelow(): Shown & { layer: ReactNode } {
  const location = useLocation();
  const outlet = useOutlet();
  const hasLayer = isLayer(location.pathname);
  const [kept, setKept] = useState<Shown | null>(null);
  if (!hasLayer && kept?.screen !== outlet) setKept({ screen: outlet, location });
  useScreenFirst(hasLayer && kept === null, location);
  if (!hasLayer) return { screen: outlet, location, layer: null };
  if (!kept) return { screen: null, location, layer: null };
  return { ...kept, layer: outlet };
}

/** Goes to the screen below, and once that is drawn to the layer, so that Back leads to the screen. */
function useScreenFirst(isMissing: boolean, { pathname, search, state }: Location): void {
  const navigate = useNavigate();
  const [layer, setLayer] = useState<{ path: string; state: object } | null>(null);
  useEffect(() => {
    if (!isMissing || layer) return;
    const background = { pathname: SCREEN_BELOW, search: '', hash: '', state: null, key: 'below' };
    setLayer({ path: pathname + search, state: { ...state, background } });
    void navigate(SCREEN_BELOW, { replace: true });
  }, [isMissing, layer, pathname, search, state, navigate]);
  useEffect(() => {
    if (!layer || pathname !== SCREEN_BELOW) return;
    setLayer(null);
    void navigate(layer.path, { state: layer.state });
  }, [layer, pathname, navigate]);
}

/** Lets a screen see its own address while a layer has another one. */
export function AtLocation({ location, children }: { location: Location; children: ReactNode }) {
  return (
    <UNSAFE_LocationContext value={{ location, navigationType: 'POP' as never }}>
      {children}
    </UNSAFE_LocationContext>
  );
}
