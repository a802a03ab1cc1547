import { useEffect, useState } from 'react';
import { send } from '@/lib/connection/backend';
import { useServer } from '@/lib/server/server';
import { openFirstFile } from './openSteps';

/** The server whose files were looked through already: whoever deletes the last one wants none. */
let lookedAt: string | null = null;

/** For tests: nothing was looked at yet. @internal */
export function forgetLooks(): void {
  lookedAt = null;
}

/** Whether the server surely has no budget; a list that cannot be had is no empty one. */
async function hasNone(): Promise<boolean> {
  try {
    return (await send('get-remote-files', {})).every(({ deleted }) => deleted);
  } catch {
    return false;
  }
}

/**
 * Makes the first budget of somebody who has signed in at a server and has none there or here.
 * Answers whether that is under way; `count` is how many budgets are listed.
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
