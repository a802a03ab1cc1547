/** Loads parts before they are wanted, so that they open at once, also without a connection. */
import { getConnection } from '@/lib/connection/backend';
import { whenIdle } from '@/lib/idle/whenIdle';

type Load = () => Promise<unknown>;

/** The first screen has the network for itself this long. */
export const AHEAD_AFTER_MS = 2_000;
/** Between two parts, or two looks at a connection that is away. */
export const AHEAD_EVERY_MS = 250;

/** Parts that one key opens, and those that they need; they are loaded before all others. */
const soon = new Set<Load>();
const waiting = new Set<Load>();
let isUnderWay = false;

/** A part that can be loaded ahead. */
export function wantAhead(load: Load, isSoon = false): void {
  (isSoon ? soon : waiting).add(load);
}

/** Whether a part is being loaded that nobody waits for. */
export const isLoadingAhead = (): boolean => isUnderWay;

/** Loads part after part while the page rests. One that does not load ends it. */
export function startLoadingAhead(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const later = (after: number) => {
    timer = setTimeout(() => whenIdle(() => void next()), after);
  };
  const next = async () => {
    const [load] = [...soon, ...waiting];
    if (load && getConnection().state.getState().status === 'open') {
      soon.delete(load);
      waiting.delete(load);
      isUnderWay = true;
      try {
        await load();
      } catch {
        return;
      } finally {
        isUnderWay = false;
      }
    }
    later(load ? AHEAD_EVERY_MS : AHEAD_AFTER_MS);
  };
  later(AHEAD_AFTER_MS);
  return () => clearTimeout(timer);
}
