import type { SchedulesRan } from '@/generated/contract';
import { listen, send } from '@/lib/connection/backend';
import { useOpenFile } from '@/lib/files/openFile';

/** Loaded once there is something to say. */
const telling = () => import('./scheduleTelling');

/** Says what the daily run of schedules did, and what it could not do without the server. */
export function startScheduleNotices(): () => void {
  const stops = [
    listen('schedules-ran', tell),
    listen('schedules-offline', ({ payees }) => {
      void telling().then(({ tellOffline }) => tellOffline(payees));
    }),
    // The day may have begun while no tab was there.
    useOpenFile.subscribe(({ stage, id }, before) => {
      const isOpened = stage === 'open' && (before.stage !== 'open' || before.id !== id);
      if (isOpened) void tellLast();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function tell(ran: SchedulesRan): void {
  if (ran.run.posted.length > 0) void telling().then(({ tellOnce }) => tellOnce(ran));
}

async function tellLast(): Promise<void> {
  const last = await send('schedule/last-run', {}).catch(() => null);
  if (last) tell(last);
}
