import { useEffect, useRef } from 'react';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import { Spinner } from '@/components/Spinner';
import { useAccounts } from '@/lib/accounts/accounts';
import { accountDialogTexts } from '@/texts/accountDialogs';
import { errorText } from '@/texts/errors';
import { useFigures } from '../api';
import { CloseAccountForm } from './CloseAccountForm';
import styles from './dialogs.module.css';

interface CloseAccountProps {
  id: string;
  onClose: () => void;
}

/** Closes an account. What it asks follows what is in the account now, also while it is open. */
export default function CloseAccountDialog({ id, onClose }: CloseAccountProps) {
  const { data: accounts, error: lost, refetch: askAccounts } = useAccounts();
  const { data: figures, error: unknown, refetch: askFigures } = useFigures(id);
  const error = lost ?? unknown;
  const retry = () => {
    void askAccounts();
    void askFigures();
  };
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
    <Dialog title={accountDialogTexts.closeTitle} onClose={onClose}>
      {error ? (
        <LoadFailed onRetry={retry}>{errorText(error)}</LoadFailed>
      ) : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
    </Dialog>
  );
}
