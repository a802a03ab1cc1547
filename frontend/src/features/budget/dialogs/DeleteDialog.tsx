import { useMemo, useState } from 'react';
import { exact } from '@/app/texts';
import { Button } from '@/components/Button';
import { ComboBox } from '@/components/ComboBox';
import { Dialog } from '@/components/Dialog';
import type { CategoryGroup } from '@/generated/contract';
import { errorCode } from '@/lib/connection/callError';
import { notify } from '@/lib/notices/notices';
import { deleteItem } from '../api';
import { replacements } from '../model/replacements';
import type { CategoryRow, GroupRow } from '../model/rows';
import styles from './DeleteDialog.module.css';

interface DeleteDialogProps {
  row: GroupRow | CategoryRow;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}

/** Asks which category takes the money and the transactions of the one being deleted. */
export function DeleteDialog({ row, groups, onClose }: DeleteDialogProps) {
  const [target, setTarget] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const options = useMemo(() => replacements(row, groups), [row, groups]);

  const submit = async () => {
    if (target === null) return setError(exact.selectCategory);
    setBusy(true);
    try {
      await deleteItem(row, target);
      notify({ id: 'budget-deleted', type: 'message', message: `Deleted ${row.name}` });
      onClose();
    } catch (failure) {
      const isType = errorCode(failure) === 'category-type';
      setError(isType ? exact.categoryType : exact.somethingBad);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Confirm delete"
      onClose={onClose}
      isBusy={isBusy}
      isDirty={target !== null}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form="delete-category" isBusy={isBusy}>
            Delete
          </Button>
        </>
      }
    >
      <form
        id="delete-category"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{question(row)}</p>
        <ComboBox
          label="Transfer to"
          groups={options}
          value={target}
          onChange={(id) => {
            setTarget(id);
            setError(undefined);
          }}
          onSubmit={() => void submit()}
          placeholder="Select category…"
          error={error}
          autoFocus
        />
      </form>
    </Dialog>
  );
}

function question(row: GroupRow | CategoryRow): React.ReactNode {
  const used =
    row.kind === 'group'
      ? 'Categories of this group are used by transactions or have a budget.'
      : 'It is used by transactions or has a budget.';
  return (
    <>
      <strong>{row.name}</strong> will be deleted. {used} Choose the category that takes both over.
    </>
  );
}
