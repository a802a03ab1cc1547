import { useState } from 'react';
import { errorText, exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import type { BudgetFile } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { deleteBudget, reloadFiles } from './api';
import styles from './Dialogs.module.css';

interface DeleteDialogProps {
  file: BudgetFile;
  onClose: () => void;
}

/** Asks before a budget is deleted for good; the safe answer has the focus. */
export function DeleteDialog({ file, onClose }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await deleteBudget(file);
      announce(texts.files.deleted(file.name));
      await reloadFiles();
      onClose();
    } catch (caught) {
      setError(errorText(caught));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={texts.files.delete(file.name)}
      isAlert
      isBusy={busy}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus size="large" onPress={onClose} isDisabled={busy}>
            {texts.common.cancel}
          </Button>
          <Button look="danger" isBusy={busy} onPress={() => void confirm()}>
            {exact.deleteFile}
          </Button>
        </>
      }
    >
      <p>{texts.files.deleteQuestion}</p>
      <p className={styles.hint}>{texts.files.deleteHint}</p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
