import { useMemo, useState } from 'react';
import { ComboBox } from '@/components/ComboBox';
import { FormDialog } from '@/components/FormDialog';
import { useSubmit } from '@/components/useSubmit';
import type { CategoryGroup } from '@/generated/contract';
import { errorCode } from '@/lib/connection/callError';
import { notify } from '@/lib/notices/notices';
import { exact } from '@/texts/exact';
import { deleteItem } from '../api';
import { replacements } from '../model/replacements';
import type { CategoryRow, GroupRow } from '../model/rows';

interface DeleteDialogProps {
  row: GroupRow | CategoryRow;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}

/** Asks which category takes the money and the transactions of the one being deleted. */
export function DeleteDialog({ row, groups, onClose }: DeleteDialogProps) {
  const [target, setTarget] = useState<string | null>(null);
  const options = useMemo(() => replacements(row, groups), [row, groups]);

  const submission = useSubmit({
    isValid: target !== null,
    send: async () => {
      await deleteItem(row, target ?? '');
      notify({ id: 'budget-deleted', type: 'message', message: `Deleted ${row.name}` });
      onClose();
    },
    explain: (failure) =>
      errorCode(failure) === 'category-type' ? exact.categoryType : exact.somethingBad,
  });
  const { isTried, failure, submit, forget } = submission;
  const error = isTried && target === null ? exact.selectCategory : failure;
  return (
    <FormDialog
      title="Confirm delete"
      action="Delete"
      look="danger"
      submission={submission}
      showsFailure={false}
      onClose={onClose}
      isDirty={target !== null}
    >
      <p>{question(row)}</p>
      <ComboBox
        label="Transfer to"
        groups={options}
        value={target}
        onChange={(id) => {
          setTarget(id);
          forget();
        }}
        onSubmit={submit}
        placeholder="Select category…"
        error={error}
        autoFocus
      />
    </FormDialog>
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
