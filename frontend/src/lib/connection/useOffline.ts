import { useEffect, useState } from 'react';
import { useConnection } from './backend';

/** A connection may be away this long before the page speaks of it. */
export const OFFLINE_AFTER_MS = 2_000;

/**
 * True once the connection has been away for two seconds; edits are then disabled. Components
 * mounted later see it at once.
 */
export function useOffline(): boolean {
  const awaySince = useConnection((state) => state.awaySince);
  const [toldFor, setToldFor] = useState<number | null>(null);
  useEffect(() => {
    if (awaySince === null) return;
    const left = awaySince + OFFLINE_AFTER_MS - performance.now();
    const timer = setTimeout(() => setToldFor(awaySince), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [awaySince]);
  if (awaySince === null) return false;
  return toldFor === awaySince || performance.now() - awaySince >= OFFLINE_AFTER_MS;
}
