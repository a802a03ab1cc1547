import { Mail } from 'lucide-react';
import { texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import type { BudgetFile } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { useFilesHere } from './api';
import styles from './Dialogs.module.css';
import { openFileById } from './openSteps';
import { words } from './texts';

const { here: say } = words;

/** A way to the budgets of this device for who cannot sign in; nothing where there are none. */
export function LocalBudgets() {
  const { data = [] } = useFilesHere();
  if (data.length === 0) return null;
  return (
    <Button look="link" onPress={() => openLocalDialog(data)}>
      {say.open}
    </Button>
  );
}

function openLocalDialog(files: readonly BudgetFile[]): void {
  pushModal('local-budgets', (close) => <LocalDialog files={files} onClose={close} />);
}

interface LocalDialogProps {
  files: readonly BudgetFile[];
  onClose: () => void;
}

function LocalDialog({ files, onClose }: LocalDialogProps) {
  return (
    <Dialog
      title={say.title}
      size="medium"
      onClose={onClose}
      footer={
        <Button size="large" onPress={onClose}>
          {texts.common.cancel}
        </Button>
      }
    >
      <p className={styles.lead}>{say.lead}</p>
      <ul className={styles.backups} aria-label={say.title}>
        {files.map(({ id, name }, place) => (
          <li key={id}>
            <Button
              look="bare"
              className={styles.backup}
              onPress={() => void openFileById(id)}
              autoFocus={place === 0}
            >
              <Mail size={16} aria-hidden="true" />
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
