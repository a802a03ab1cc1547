import type { ServerError } from '@/generated/contract';
import { listen } from '@/lib/connection/backend';
import { notify } from '@/lib/notices/notices';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';

/** Notifies of failures in background work, which no response can report. */
export function startFaultNotices(): () => void {
  const stops = [
    // The one task of the backend that nobody asks for is the backup of an open budget.
    listen('server-error', (error) =>
      tell(`server-error-${error.code}`, filesTexts.backup.notMade, error),
    ),
    listen('fallback-write-error', (error) => tell('write-error', exact.unableToSave, error)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function tell(id: string, title: string, error: ServerError): void {
  notify({ id, type: 'error', title, message: errorText(error) });
}
