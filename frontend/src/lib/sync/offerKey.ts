import { errorCode } from '@/lib/connection/callError';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { getPref } from '@/lib/prefs/prefs';
import { syncTexts } from '@/texts/sync';
import { uploadErrorText } from './errorWords';

/**
 * Asks for what a failed upload or reset lacks: the password of the file's latest key, then trying
 * `again`, or a new key.
 */
export function offerKey(error: unknown, again: () => Promise<void>): void {
  const code = errorCode(error);
  if (code === 'file-has-new-key') {
    const onFixed = () => void tell(again);
    openModal('fix-encryption-key', { fileId: getPref('cloudFileId'), hasKey: false, onFixed });
  }
  if (code === 'encrypt-failure') openModal('create-encryption-key', { recreate: true });
}

/** Tries it again and says how that went: what was tried first has said its own already. */
async function tell(again: () => Promise<void>): Promise<void> {
  try {
    await again();
    notify({ type: 'message', message: syncTexts.doneWithKey });
  } catch (error) {
    const message = uploadErrorText(error);
    notify({ type: 'error', sticky: true, title: syncTexts.failed, message });
  }
}
