import { revertToServer } from '@/features/files/download';
import type { SyncEvent } from '@/generated/contract';
import { listen } from '@/lib/connection/backend';
import { useOpenFile } from '@/lib/files/openFile';
import { openModal } from '@/lib/modals/named';
import { dismissNotice, type Notice, notify, useNotices } from '@/lib/notices/notices';
import { getPref, loadPrefs } from '@/lib/prefs/prefs';
import { uploadErrorText } from '@/lib/sync/errorWords';
import { offerKey } from '@/lib/sync/offerKey';
import { repairSync, resetSync, syncNow, uploadBudget } from '@/lib/sync/sync';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { syncTexts } from '@/texts/sync';
import { goToSignIn } from './serverSteps';

/** One id for all sync problems: a newer one replaces the older. */
const ID = 'sync';
/** A separate notice: with a wrong clock, sync still succeeds on the server's time. */
const CLOCK_ID = 'sync-clock';

/** The sync history of the open budget in this tab. */
interface RepairState {
  isRepaired: boolean;
  wasOutOfSync: boolean;
}

const noRepair = (): RepairState => ({ isRepaired: false, wasOutOfSync: false });

/** Smaller clock offsets are corrected silently. */
const SMALL_OFFSET_MS = 150_000;

/** Notifies of a wrong clock once, and dismisses the notice when the clock is right again. */
function clockNotice(): (offsetMs: number) => void {
  let shown = 0;
  return (offsetMs) => {
    // Measured offsets vary slightly between responses; that needs no new notice.
    const isNear = shown !== 0 && offsetMs !== 0 && Math.abs(offsetMs - shown) <= SMALL_OFFSET_MS;
    if (offsetMs === shown || isNear) return;
    shown = offsetMs;
    dismissNotice(CLOCK_ID);
    if (offsetMs === 0) return;
    const { clockTitle: title, clock } = syncTexts;
    notify({ id: CLOCK_ID, type: 'warning', title, message: clock(offsetMs), sticky: true });
  };
}

/** Shows sync problems with the way out of each; returns the way to stop. */
export function startSyncNotices(): () => void {
  let repair = noRepair();
  let showClock = clockNotice();
  let latest: SyncEvent | null = null;
  const handle = (event: SyncEvent) => {
    if (event.type === 'success' || event.type === 'unauthorized' || event.type === 'error') {
      latest = event;
    }
    const { subtype, meta } = event;
    if (event.type === 'success') {
      const offsetMs = meta?.offsetMs ?? 0;
      showClock(Math.abs(offsetMs) > SMALL_OFFSET_MS ? offsetMs : 0);
      dismissNotice(ID);
      if (repair.wasOutOfSync) notify({ type: 'message', message: syncTexts.fixed });
      repair = noRepair();
    }
    if (event.type === 'unauthorized') show(unauthenticated());
    if (event.type === 'error' && subtype === 'clock-drift' && meta?.offsetMs) {
      showClock(meta.offsetMs);
    } else if (event.type === 'error') {
      repair.wasOutOfSync ||= subtype === 'out-of-sync';
      // A copy that was restored belongs to no sync generation.
      const isRestored = getPref('id') !== '' && getPref('groupId') === '';
      const { isRepaired } = repair;
      const told = actions(repair);
      void import('./syncProblems').then(({ syncProblem }) => {
        const problem = syncProblem(event, { isRepaired, isRestored }, told);
        // A newer event may have arrived meanwhile.
        if (problem && event === latest) show(problem);
      });
    }
  };
  const stops = [
    listen('sync-event', handle),
    useOpenFile.subscribe(({ id }, before) => {
      if (id === before.id) return;
      repair = noRepair();
      showClock = clockNotice();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function show(notice: Omit<Notice, 'id' | 'sticky'>): void {
  notify({ ...notice, id: ID, sticky: true });
}

function unauthenticated(): Omit<Notice, 'id'> {
  return {
    type: 'warning',
    title: exact.unauthenticated,
    message: syncTexts.unauthenticated,
    button: { title: serverTexts.signIn, action: () => void goToSignIn() },
  };
}

/** Runs what a button promises; while it runs the notice is away, a failure takes its place. */
function doing(work: () => Promise<void>): () => void {
  return () => {
    dismissNotice(ID);
    work().catch((error: unknown) => {
      offerKey(error, work);
      if (useNotices.getState().shown.some(({ id }) => id === ID)) return;
      show({ type: 'error', title: syncTexts.failed, message: uploadErrorText(error) });
    });
  };
}

export interface SyncActions {
  sync: () => void;
  repair: () => void;
  reset: () => void;
  upload: () => void;
  revert: () => void;
  resetKey: () => void;
  enterKey: () => void;
}

function actions(repair: RepairState): SyncActions {
  return {
    sync: doing(syncNow),
    repair: doing(async () => {
      repair.isRepaired = true;
      await repairSync();
    }),
    reset: doing(async () => {
      await resetSync();
      await loadPrefs();
    }),
    upload: doing(async () => {
      await uploadBudget();
      await loadPrefs();
      await syncNow();
    }),
    revert: doing(() => revertToServer(getPref('cloudFileId'))),
    resetKey: () => openModal('create-encryption-key', { recreate: true }),
    enterKey: () =>
      openModal('fix-encryption-key', {
        fileId: getPref('cloudFileId'),
        hasKey: false,
        onFixed: doing(syncNow),
      }),
  };
}
