import { useMemo, useState } from 'react';
import { Filled } from '@/components/Filled';
import { FormDialog } from '@/components/FormDialog';
import { OptionPicker } from '@/components/pickers/OptionPicker';
import { useSubmit } from '@/components/useSubmit';
import type { CategoryGroup } from '@/generated/contract';
import { errorCode } from '@/lib/connection/callError';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';
import { deleteItem } from '../api';
import { replacements } from '../model/replacements';
import type { CategoryRow, GroupRow } from '../model/rows';

interface DeleteDialogProps {
  row: GroupRow | CategoryRow;
  /** How many transactions it has. */
  count: number;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}

/** Asks which category takes the money and the transactions of the one being deleted. */
export default function DeleteDialog({ row, count, groups, onClose }: DeleteDialogProps) {
  const [target, setTarget] = useState<string | null>(null);
  const options = useMemo(() => replacements(row, groups), [row, groups]);

  const submission = useSubmit({
    isValid: target !== null,
    send: async () => {
      await deleteItem(row, target ?? '');
      onClose();
    },
    explain: (failure) =>
      errorCode(failure) === 'category-type' ? exact.categoryType : exact.somethingBad,
  });
  const { isTried, failure, forget } = submission;
  const error = isTried && target === null ? exact.selectCategory : failure;
  return (
    <FormDialog
      title={budgetTexts.confirmDelete}
      action={commonTexts.delete}
      look="danger"
      submission={submission}
      showsFailure={false}
      onClose={onClose}
      isDirty={target !== null}
      hint={
        <Filled
          text={(row.kind === 'group' ? budgetTexts.deleteGroup : budgetTexts.deleteCategory)(
            count,
          )}
          parts={{ name: <strong>{row.name}</strong> }}
        />
      }
    >
      <OptionPicker
        label={commonTexts.transferTo}
        sections={options}
        value={target}
        onChange={(id) => {
          setTarget(id);
          forget();
        }}
        placeholder={commonTexts.selectCategory}
        error={error}
        autoFocus
      />
    </FormDialog>
  );
}
