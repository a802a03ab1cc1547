import { create } from 'zustand';
import { listen, send } from '@/lib/connection/backend';
import { useOpenFile } from '@/lib/files/openFile';
import { usePref } from '@/lib/prefs/prefs';
import { useServer } from '@/lib/server/server';

/** The indicator goes so long after a sync has ended. */
export const CLEAR_MS = 200;

interface SyncState {
  isSyncing: boolean;
  /** How the latest sync ended that reached the server. */
  ended: 'success' | 'error';
}

export const useSyncing = create<SyncState>(() => ({ isSyncing: false, ended: 'success' }));

/** The state shown on the sync button. */
export type SyncLabel = 'sync' | 'syncing' | 'error' | 'offline' | 'disabled' | 'local';

/** A budget that is on no server is local; on a server nobody is signed in at, it is disabled. */
export function useSyncLabel(): SyncLabel {
  const { isSyncing, ended } = useSyncing();
  const { url, user } = useServer();
  const isOnServer = usePref('cloudFileId') !== '';
  if (!url || !isOnServer) return 'local';
  if (isSyncing) return 'syncing';
  if (user === null) return 'disabled';
  if (user?.offline) return 'offline';
  return ended === 'error' ? 'error' : 'sync';
}

/** Syncs now. Events report the result to all tabs. */
export async function syncNow(): Promise<void> {
  await send('sync', {}).catch(() => {});
}

/** Makes this copy the one that counts; rejects with the reason. */
export async function resetSync(): Promise<void> {
  await send('sync-reset', {});
}

export async function repairSync(): Promise<void> {
  await send('sync-repair', {});
  await syncNow();
}

/** Sends the open budget to the server as a whole. */
export async function uploadBudget(): Promise<void> {
  await send('upload-budget', {});
}

/** Makes the open budget a local one; the server keeps its copy. */
export async function leaveSync(): Promise<void> {
  await send('unregister', {});
}

/** Makes a key of the password and encrypts the open budget on the server with it. */
export async function makeKey(password: string): Promise<void> {
  await send('key-make', { password });
}

/** Tries a password on an encrypted file and keeps its key on this device. */
export async function testKey(password: string, fileId: string): Promise<void> {
  await send('key-test', { password, fileId });
}

/** Follows the syncs of the open budget; returns the function that stops that. */
export function startSync(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (ended: SyncState['ended']) => {
    clearTimeout(timer);
    timer = setTimeout(() => useSyncing.setState({ isSyncing: false, ended }), CLEAR_MS);
  };
  const stops = [
    listen('sync-event', ({ type, subtype }) => {
      if (type === 'start') {
        clearTimeout(timer);
        useSyncing.setState({ isSyncing: true });
      }
      if (type === 'success') end('success');
      // A wrong clock does not end the sync. An unreachable server is shown as the server's state,
      // in every place that shows it.
      if (type === 'error' && subtype !== 'clock-drift') {
        end(subtype === 'network' ? 'success' : 'error');
      }
      if (type === 'unauthorized') end('error');
    }),
    useOpenFile.subscribe(({ id }, before) => {
      if (id === before.id) return;
      clearTimeout(timer);
      useSyncing.setState({ isSyncing: false, ended: 'success' });
    }),
    focusSyncs(),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** A page that comes to the front brings its budget up to date. */
function focusSyncs(): () => void {
  const focus = () => {
    if (useOpenFile.getState().stage === 'open') void send('app-focused', {}).catch(() => {});
  };
  window.addEventListener('focus', focus);
  return () => window.removeEventListener('focus', focus);
}
