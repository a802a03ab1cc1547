import { useEffect } from 'react';
import { Dialog } from '@/components/Dialog';
import { Spinner } from '@/components/Spinner';
import { useAccounts } from '@/lib/accounts/accounts';
import { useFigures } from '../api';
import { words } from '../texts';
import { CloseAccountForm } from './CloseAccountForm';
import styles from './dialogs.module.css';

interface CloseAccountProps {
  id: string;
  onClose: () => void;
}

/** Closes an account. What it asks follows what is in the account now, also while it is open. */
export default function CloseAccountDialog({ id, onClose }: CloseAccountProps) {
  const { data: accounts } = useAccounts();
  const { data: figures } = useFigures(id);
  const account = accounts?.find((candidate) => candidate.id === id);
  const isGone = accounts !== undefined && (!account || account.closed);
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (account && figures) {
    return (
      <CloseAccountForm
        account={account}
        accounts={accounts ?? []}
        figures={figures}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={words.closeTitle} onClose={onClose}>
      <div className={styles.waiting}>
        <Spinner />
      </div>
    </Dialog>
  );
}
