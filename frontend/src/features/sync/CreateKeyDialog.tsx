import { loadPrefs } from '@/lib/prefs/prefs';
import { makeKey } from '@/lib/sync/sync';
import { encryptionTexts } from '@/texts/encryption';
import { KeyDialog } from './KeyDialog';

interface CreateKeyDialogProps {
  /** In place of the key there is. */
  recreate: boolean;
  onClose: () => void;
}

/** Encrypts the open budget on the server with a key made of a password. */
export default function CreateKeyDialog({ recreate, onClose }: CreateKeyDialogProps) {
  const use = async (password: string) => {
    await makeKey(password);
    await loadPrefs();
  };
  return (
    <KeyDialog
      title={recreate ? encryptionTexts.newKeyTitle : encryptionTexts.enableTitle}
      lead={recreate ? encryptionTexts.recreateLead : encryptionTexts.lead}
      warning={encryptionTexts.warning}
      action={recreate ? encryptionTexts.generate : encryptionTexts.enable}
      isNew
      use={use}
      onClose={onClose}
    />
  );
}
