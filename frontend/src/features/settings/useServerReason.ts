import { usePref } from '@/lib/prefs/prefs';
import { useServer } from '@/lib/server/server';
import { words } from './texts';

/** Why nothing can be done at the server now; null when it can. */
export function useServerReason(): string | null {
  const { url, user } = useServer();
  const isOnServer = usePref('cloudFileId') !== '';
  if (!url) return words.encryption.noServer;
  if (!user) return words.encryption.signedOut;
  return isOnServer ? null : words.encryption.notSynced;
}
