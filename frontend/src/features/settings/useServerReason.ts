import { usePref } from '@/lib/prefs/prefs';
import { useServer } from '@/lib/server/server';
import { settingsTexts } from '@/texts/settings';

/** Why nothing can be done at the server now; null when it can. */
export function useServerReason(): string | null {
  const { url, user } = useServer();
  const isOnServer = usePref('cloudFileId') !== '';
  if (!url) return settingsTexts.encryption.noServer;
  if (!user) return settingsTexts.encryption.signedOut;
  return isOnServer ? null : settingsTexts.encryption.notSynced;
}
