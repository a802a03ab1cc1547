import { useEffect, useState } from 'react';
import { send } from '@/lib/connection/backend';
import { useServer } from '@/lib/server/server';
import { openFirstFile } from './openSteps';

/** The server whose files were already checked: a user who deletes the last budget wants none. */
let lookedAt: string | null = null;

/** For tests: nothing was looked at yet. @internal */
export function forgetLooks(): void {
  lookedAt = null;
}

/**
 * Whether the server certainly has no budget; a list that failed to load does not count as empty.
 */
async function hasNone(): Promise<boolean> {
  try {
    return (await send('get-remote-files', {})).every(({ deleted }) => deleted);
  } catch {
    return false;
  }
}

/**
 * Creates the first budget after the sign-in to an empty server, unless this device has one. Returns
 * whether it is being created; `count` is the number of listed budgets.
 */
export function useFirstBudget(count: number | undefined): boolean {
  const { url, user } = useServer();
  const [isMaking, setMaking] = useState(false);
  const isHere = Boolean(url && user && !user.offline);
  useEffect(() => {
    if (count === undefined || !isHere || !url || lookedAt === url) return;
    lookedAt = url;
    if (count > 0) return;
    setMaking(true);
    const make = async () => {
      if (await hasNone()) await openFirstFile();
      setMaking(false);
    };
    void make();
  }, [count, isHere, url]);
  return isMaking;
}
