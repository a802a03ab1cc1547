import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/Button';
import type { RemoteBudgetFile } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { pushModal } from '@/lib/modals/modals';
import { openModal } from '@/lib/modals/named';
import { useServer } from '@/lib/server/server';
import { commonTexts } from '@/texts/common';
import { filesTexts } from '@/texts/files';
import { BudgetsDialog } from './BudgetsDialog';
import styles from './Dialogs.module.css';

const { deletedBudgets: say } = filesTexts;

/** Budgets deleted on the server that can still be restored; nothing without any. */
export function DeletedBudgets() {
  const { url, user } = useServer();
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
  const budgets = files.map(({ fileId, name, hasKey }) => ({
    id: fileId,
    name,
    onPress: () => openModal('earlier-uploads', { fileId, name, hasKey }),
  }));
  pushModal('deleted-budgets', (close) => (
    <BudgetsDialog
      title={say.title}
      lead={say.lead}
      budgets={budgets}
      leave={commonTexts.close}
      onClose={close}
    />
  ));
}
