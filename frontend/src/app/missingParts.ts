import { getConnection } from '@/lib/connection/backend';

const KEY = 'sobre.reloadedAt';
/** A part that is missing again so soon is not had by loading the page anew. */
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

/** Whether the page is being loaded anew: what fails until then is the part that is missing. */
export const isLoadingAnew = (): boolean => isOnItsWay;

/**
 * Loads the page anew when a part of it is gone, as after the program was updated while the page
 * was open. Not while the program is away: then there would be no page at all.
 */
export function startMissingParts(reload = () => location.reload()): () => void {
  const heed = (event: Event) => {
    if (getConnection().state.getState().status !== 'open' || wasJustReloaded(Date.now())) return;
    event.preventDefault();
    isOnItsWay = true;
    reload();
  };
  window.addEventListener('vite:preloadError', heed);
  return () => {
    isOnItsWay = false;
    window.removeEventListener('vite:preloadError', heed);
  };
}
