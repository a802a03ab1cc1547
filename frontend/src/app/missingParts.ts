import { getConnection } from '@/lib/connection/backend';
import { isLoadingAhead } from '@/lib/parts/ahead';

const KEY = 'sobre.reloadedAt';
/** If a part is missing again this soon, another reload would not help. */
const AGAIN_MS = 60_000;

function wasJustReloaded(now: number): boolean {
  try {
    const before = Number(sessionStorage.getItem(KEY) ?? 0);
    sessionStorage.setItem(KEY, String(now));
    return now - before < AGAIN_MS;
  } catch {
    // Without storage it cannot be known, and a page that reloads for ever is worse.
    return true;
  }
}

let isOnItsWay = false;

/** Whether the page is reloading; failures until then come from the missing part. */
export const isLoadingAnew = (): boolean => isOnItsWay;

/**
 * Reloads the page when a part of it is gone, e.g. after an update of the program. Not while the
 * program is unreachable: the reload would leave no page at all; nor for a part that nobody has
 * opened yet.
 */
export function startMissingParts(reload = () => location.reload()): () => void {
  const handle = (event: Event) => {
    if (isLoadingAhead() || getConnection().state.getState().status !== 'open') return;
    if (wasJustReloaded(Date.now())) return;
    event.preventDefault();
    isOnItsWay = true;
    reload();
  };
  window.addEventListener('vite:preloadError', handle);
  return () => {
    isOnItsWay = false;
    window.removeEventListener('vite:preloadError', handle);
  };
}
