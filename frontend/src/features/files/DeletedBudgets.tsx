import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import type { RemoteBudgetFile } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { pushModal } from '@/lib/modals/modals';
import { openModal } from '@/lib/modals/named';
import { server } from '@/lib/server/server';
import styles from './Dialogs.module.css';
import { words } from './texts';

const { deleted: say } = words;

/** What was deleted from the server and may be had back from there; nothing if that is nothing. */
export function DeletedBudgets() {
  const { url, user } = server();
  const { data = [] } = useQuery({
    queryKey: ['files', 'remote', url],
    queryFn: () => send('get-remote-files', {}),
    enabled: Boolean(url && user && !user.offline),
    staleTime: 0,
    retry: false,
  });
  const gone = data.filter(({ deleted }) => deleted);
  if (gone.length === 0) return null;
  return (
    <p className={styles.deleted}>
      <Button look="link" onPress={() => openDeletedDialog(gone)}>
        {say.open}
      </Button>
    </p>
  );
}

function openDeletedDialog(files: readonly RemoteBudgetFile[]): void {
  pushModal('deleted-budgets', (close) => <DeletedDialog files={files} onClose={close} />);
}

interface DeletedDialogProps {
  files: readonly RemoteBudgetFile[];
  onClose: () => void;
}

function DeletedDialog({ files, onClose }: DeletedDialogProps) {
  return (
    <Dialog
      title={say.title}
      size="medium"
      onClose={onClose}
      footer={
        <Button look="primary" size="large" onPress={onClose} autoFocus>
          {texts.common.close}
        </Button>
      }
    >
      <p className={styles.lead}>{say.lead}</p>
      <ul className={styles.backups} aria-label={say.list}>
        {files.map(({ fileId, name, hasKey }) => (
          <li key={fileId}>
            <Button
              look="bare"
              className={styles.backup}
              onPress={() => openModal('earlier-uploads', { fileId, name, hasKey })}
            >
              <Mail size="1rem" aria-hidden="true" />
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
