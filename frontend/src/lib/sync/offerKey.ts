import { errorCode } from '@/lib/connection/callError';
import { openModal } from '@/lib/modals/named';
import { getPref } from '@/lib/prefs/prefs';

/**
 * Asks for what a failed upload or reset lacks: the password of the file's latest key, then trying
 * `again`, or a new key (spec/1 section 4).
 */
export function offerKey(error: unknown, again: () => Promise<void>): void {
  const code = errorCode(error);
  if (code === 'file-has-new-key') {
    const onFixed = () => void again().catch(() => {});
    openModal('fix-encryption-key', { fileId: getPref('cloudFileId'), hasKey: false, onFixed });
  }
  if (code === 'encrypt-failure') openModal('create-encryption-key', { recreate: true });
}
