import { useEffect, useState } from 'react';
import { useConnection } from './backend';

/** A connection may be away this long before the page speaks of it (ui-brief 18). */
export const OFFLINE_AFTER_MS = 2_000;

/** True once the connection has been lost for two seconds: edits are disabled then. */
export function useOffline(): boolean {
  const open = useConnection(({ status }) => status === 'open');
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    if (open) {
      setOffline(false);
      return;
    }
    const timer = setTimeout(() => setOffline(true), OFFLINE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return offline && !open;
}
