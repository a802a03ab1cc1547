import { loadPrefs } from '@/lib/prefs/prefs';
import { makeKey } from '@/lib/sync/sync';
import { KeyDialog } from './KeyDialog';
import { words } from './words';

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
      title={recreate ? words.newKeyTitle : words.enableTitle}
      lead={recreate ? words.recreateLead : words.lead}
      warning={words.warning}
      action={recreate ? words.generate : words.enable}
      isNew
      use={use}
      onClose={onClose}
    />
  );
}
