import { useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { TextField } from '@/components/TextField';
import type { BudgetFile } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { exportFromMenu } from '@/lib/files/exportBudget';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { deleteBudgetTexts } from '@/texts/deleteBudget';
import { errorText } from '@/texts/errors';
import { deleteBudget, reloadFiles } from './api';
import styles from './Dialogs.module.css';
import { isReadable } from './fileState';

export function askDelete(file: BudgetFile): void {
  pushModal('delete-budget', (close) => <DeleteDialog file={file} onClose={close} />);
}

interface DeleteDialogProps {
  file: BudgetFile;
  onClose: () => void;
}

/** Where copies of a budget are that can be deleted from here. */
function copiesOf({ state, id }: BudgetFile) {
  const isKnownThere = state === 'synced' || state === 'detached' || state === 'remote';
  return { here: id !== '', there: isKnownThere };
}

/** Confirms deleting copies of a budget for good; the safe choice has the focus. */
function DeleteDialog({ file, onClose }: DeleteDialogProps) {
  const [busy, setBusy] = useState<'here' | 'everywhere' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const copies = copiesOf(file);
  const remove = async (where: 'here' | 'everywhere') => {
    setBusy(where);
    setError(null);
    try {
      await deleteBudget(file, where);
      announce(deleteBudgetTexts.deleted(file.name));
      await reloadFiles();
      onClose();
    } catch (caught) {
      setError(errorText(caught));
      setBusy(null);
    }
  };
  return (
    <Dialog
      title={deleteBudgetTexts.delete(file.name)}
      isAlert
      isBusy={busy !== null}
      size={copies.there ? 'medium' : 'small'}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus size="large" onPress={onClose} isDisabled={busy !== null}>
            {commonTexts.cancel}
          </Button>
          {!copies.there && (
            <Button look="danger" isBusy={busy === 'here'} onPress={() => void remove('here')}>
              {commonTexts.delete}
            </Button>
          )}
        </>
      }
    >
      {copies.there ? (
        <>
          {copies.here && (
            <div className={styles.choice}>
              <p className={styles.hint}>{deleteBudgetTexts.deleteLocalHint}</p>
              <Button size="large" isBusy={busy === 'here'} onPress={() => void remove('here')}>
                {deleteBudgetTexts.deleteLocal}
              </Button>
            </div>
          )}
          <DeleteEverywhere
            file={file}
            isBusy={busy === 'everywhere'}
            onDelete={() => void remove('everywhere')}
          />
        </>
      ) : (
        <>
          {file.state === 'broken' && <p>{deleteBudgetTexts.deleteBrokenHint}</p>}
          <p>{deleteBudgetTexts.deleteQuestion}</p>
          {file.state === 'unknown' && (
            <p className={styles.hint}>{deleteBudgetTexts.deleteUnknownHint}</p>
          )}
          {isReadable(file) && (
            <>
              {file.state !== 'unknown' && (
                <p className={styles.hint}>{deleteBudgetTexts.deleteHint}</p>
              )}
              <Button look="link" onPress={() => void exportFromMenu(file.id)}>
                {deleteBudgetTexts.exportFirst}
              </Button>
            </>
          )}
        </>
      )}
      {error && <Problem>{error}</Problem>}
    </Dialog>
  );
}

interface EverywhereProps {
  file: BudgetFile;
  isBusy: boolean;
  onDelete: () => void;
}

/** The copy on the server may be the only one: its name has to be typed. */
function DeleteEverywhere({ file, isBusy, onDelete }: EverywhereProps) {
  const [typed, setTyped] = useState('');
  return (
    <div className={styles.choice}>
      <p className={styles.hint}>{deleteBudgetTexts.deleteRemoteHint}</p>
      <TextField
        label={deleteBudgetTexts.deleteSure(file.name)}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      <Button
        look="danger"
        isDisabled={typed.trim() !== file.name.trim()}
        isBusy={isBusy}
        onPress={onDelete}
      >
        {deleteBudgetTexts.deleteRemote}
      </Button>
    </div>
  );
}
