import { create } from 'zustand';
import type { DeviceSession, UserData } from '@/generated/contract';
import { listen, send } from '@/lib/connection/backend';

interface ServerState {
  /** Address of the sync server in use; null without one, undefined while loading. */
  url: string | null | undefined;
  /**
   * The user signed in there, null if nobody; undefined while loading. Without a server, a user
   * exists once somebody has chosen to go without one.
   */
  user: UserData | null | undefined;
  /** Version of that server; null while it is unreachable. */
  version: string | null;
}

/** The sync server of this device and its signed-in user. */
export const useServer = create<ServerState>(() => ({
  url: undefined,
  user: undefined,
  version: null,
}));

export async function loadUser(): Promise<void> {
  useServer.setState({ user: await send('subscribe-get-user', {}) });
}

/** Asks for the address, then for the person and the version there. */
export async function loadServer(): Promise<void> {
  const url = await send('get-server-url', {});
  if (url === null) {
    useServer.setState({ url, user: await send('subscribe-get-user', {}), version: null });
    return;
  }
  useServer.setState({ url });
  const asked = send('get-server-version', {}).then(
    ({ version }) => version,
    () => null,
  );
  const [version] = await Promise.all([asked, loadUser()]);
  useServer.setState({ version });
}

/** Takes another server, or none with null; rejects when it is no sync server. */
export async function setServerUrl(url: string | null): Promise<void> {
  await send('set-server-url', { url });
  useServer.setState({ url: undefined, user: undefined, version: null });
  await loadServer();
}

export async function signIn(password: string): Promise<void> {
  await send('subscribe-sign-in', { password });
  await loadServer();
}

/** Gives a new server its password, with its setup code if it wants one, and signs in. */
export async function bootstrap(password: string, setupCode?: string): Promise<void> {
  await send('subscribe-bootstrap', { password, ...(setupCode ? { setupCode } : {}) });
  await loadServer();
}

export async function changePassword(password: string): Promise<void> {
  await send('subscribe-change-password', { password });
}

/** The devices that are signed in at the server. */
export function loadDevices(): Promise<DeviceSession[]> {
  return send('subscribe-get-sessions', {});
}

export async function signDeviceOut(id: string): Promise<void> {
  await send('subscribe-revoke-session', { id });
}

/** Signs out all devices but this one; returns how many. */
export async function signOthersOut(): Promise<number> {
  return (await send('subscribe-sign-out-others', {})).ended;
}

export async function signOut(): Promise<void> {
  await send('subscribe-sign-out', {});
  useServer.setState({ user: null });
}

/** A sync could not reach the server; the user stays signed in. */
function setOffline(): void {
  const { user } = useServer.getState();
  if (user) useServer.setState({ user: { ...user, offline: true } });
}

/** Keeps the state in step with the backend; returns the function that stops that. */
export function startServer(): () => void {
  const load = () => void loadServer().catch(() => {});
  const stops = [
    listen('hello', load),
    listen('sync-event', ({ type, subtype }) => {
      if (type === 'unauthorized') void loadUser().catch(() => {});
      if (type === 'error' && subtype === 'network') setOffline();
      // Its version may not be known yet either, and another tab may have signed in.
      const { user } = useServer.getState();
      if (type === 'success' && (user === null || user?.offline)) load();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
