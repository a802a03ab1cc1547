import { loadPrefs } from '@/lib/prefs/prefs';
import { makeKey } from '@/lib/sync/sync';
import { syncTexts } from '@/texts/sync';
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
      title={recreate ? syncTexts.keys.newKeyTitle : syncTexts.keys.enableTitle}
      lead={recreate ? syncTexts.keys.recreateLead : syncTexts.keys.lead}
      warning={syncTexts.keys.warning}
      action={recreate ? syncTexts.keys.generate : syncTexts.keys.enable}
      isNew
      use={use}
      onClose={onClose}
    />
  );
}
