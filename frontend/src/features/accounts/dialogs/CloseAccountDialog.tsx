import { useEffect, useRef } from 'react';
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
  // When undo opens it, the account is on its way back.
  const wasThere = useRef(false);
  useEffect(() => {
    if (isGone && wasThere.current) onClose();
    if (account && !account.closed) wasThere.current = true;
  }, [isGone, account, onClose]);
  if (account && !account.closed && figures) {
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
