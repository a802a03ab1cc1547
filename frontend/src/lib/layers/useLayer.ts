import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { leaveByGoingBack } from '@/lib/focus/overlays';
import { type LayerState, SCREEN_BELOW } from './layers';

/** Opens a layer over this screen, with what it is to know. */
export function useOpenLayer(): (path: string, given?: object) => void {
  const navigate = useNavigate();
  const here = useLocation();
  return (path, given = {}) => {
    const { background = here } = (here.state ?? {}) as LayerState;
    void navigate(path, { state: { ...given, background } });
  };
}

/**
 * Goes back from a layer to the screen it was opened from. Does nothing once the layer is gone:
 * the browser's Back may leave it while it saves.
 */
export function useCloseLayer(): () => void {
  const navigate = useNavigate();
  const { background } = (useLocation().state ?? {}) as LayerState;
  // True from the start: a missing part closes the layer before effects run.
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => {
    if (!isHere.current) return;
    if (background) leaveByGoingBack(() => void navigate(-1));
    else void navigate(SCREEN_BELOW, { replace: true });
  };
}

/** Shows another layer in the place of this one, over the same screen. */
export function useReplaceLayer(): (path: string, given?: object) => void {
  const navigate = useNavigate();
  const { background } = (useLocation().state ?? {}) as LayerState;
  return (path, given = {}) =>
    void navigate(path, { replace: true, state: { ...given, background } });
}
