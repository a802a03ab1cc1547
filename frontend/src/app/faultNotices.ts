import { listen } from '@/lib/connection/backend';
import { notify } from '@/lib/notices/notices';
import { exact } from '@/texts/exact';

/** Notifies of failures in background work, which no response can report. */
export function startFaultNotices(): () => void {
  const stops = [
    listen('server-error', ({ code, message }) =>
      notify({ id: `server-error-${code}`, type: 'error', title: exact.internal, message }),
    ),
    listen('fallback-write-error', ({ message }) =>
      notify({ id: 'write-error', type: 'error', title: exact.unableToSave, message }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
