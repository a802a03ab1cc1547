import { useQuery } from '@tanstack/react-query';
import { send } from '@/lib/connection/backend';
import { testKey } from '@/lib/sync/sync';
import { commonTexts } from '@/texts/common';
import { encryptionTexts } from '@/texts/encryption';
import { exact } from '@/texts/exact';
import { KeyDialog } from './KeyDialog';

interface FixKeyDialogProps {
  /** Id of the file at the server. */
  fileId: string;
  /** A key of this device did not fit, rather than there being none. */
  hasKey: boolean;
  /** Goes on with what was interrupted. */
  onFixed: () => void;
  onClose: () => void;
}

/** Asks for the password of a budget whose key this device lacks. */
export default function FixKeyDialog({ fileId, hasKey, onFixed, onClose }: FixKeyDialogProps) {
  const file = useQuery({
    queryKey: ['files', 'info', fileId],
    queryFn: () => send('get-user-file-info', { fileId }),
    retry: false,
  });
  const use = async (password: string) => {
    await testKey(password, fileId);
    onFixed();
  };
  return (
    <KeyDialog
      title={hasKey ? exact.decryptTitle : exact.encryptedTitle}
      about={file.data?.name}
      lead={hasKey ? encryptionTexts.retryLead : encryptionTexts.fixLead}
      action={commonTexts.ok}
      isNew={false}
      use={use}
      onClose={onClose}
    />
  );
}
