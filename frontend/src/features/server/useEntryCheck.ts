import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NeedsBootstrap } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { useServer } from '@/lib/server/server';

/**
 * Redirects from signing in or first set-up if the server needs another screen, or if no server is
 * chosen. Returns the server's set-up state once this screen is the right one, null until then.
 */
export function useEntryCheck(screen: 'login' | 'bootstrap'): NeedsBootstrap | null {
  const navigate = useNavigate();
  const url = useServer((state) => state.url);
  const [setup, setSetup] = useState<NeedsBootstrap | null>(null);
  useEffect(() => {
    if (url === undefined) return;
    const go = (to: string, state?: object) => void navigate(to, { replace: true, state });
    if (url === null) {
      go('/config-server');
      return;
    }
    let isCurrent = true;
    send('subscribe-needs-bootstrap', {}).then(
      (answer) => {
        if (!isCurrent) return;
        const needed = answer.bootstrapped ? 'login' : 'bootstrap';
        if (needed === screen) setSetup(answer);
        else go(`/${needed}`);
      },
      (error: unknown) => isCurrent && go('/error', { code: errorCode(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [url, screen, navigate]);
  return setup;
}
