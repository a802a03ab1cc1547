import type { SchedulesRan } from '@/generated/contract';
import { listen, send } from '@/lib/connection/backend';
import { useOpenFile } from '@/lib/files/openFile';
import { toldRun } from './toldRun';

/** Loaded once there is something to say. */
const telling = () => import('./scheduleTelling');

/** Says what the daily run of schedules did, and what it could not do without the server. */
export function startScheduleNotices(): () => void {
  const stops = [
    listen('schedules-ran', (ran) => tell(useOpenFile.getState().id, ran)),
    listen('schedules-offline', ({ payees }) => {
      void telling().then(({ tellOffline }) => tellOffline(payees));
    }),
    // The day may have begun while no tab was there.
    useOpenFile.subscribe(({ stage, id }, before) => {
      const isOpened = stage === 'open' && (before.stage !== 'open' || before.id !== id);
      if (isOpened) void tellLast(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function tell(budgetId: string | null, ran: SchedulesRan): void {
  const { posted, failed } = ran.run;
  if (budgetId === null || posted.length + failed.length === 0) return;
  void telling().then(({ tellOnce }) => tellOnce(budgetId, ran));
}

/** Reports what ran since the last run that this browser reported, perhaps some days ago. */
async function tellLast(budgetId: string | null): Promise<void> {
  if (budgetId === null) return;
  const missed = send('schedule/last-run', { after: toldRun(budgetId) });
  const last = await missed.catch(() => null);
  if (last) tell(budgetId, last);
}
