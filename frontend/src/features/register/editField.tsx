import { useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { FormDialog } from '@/components/FormDialog';
import { useSubmit } from '@/components/useSubmit';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { ValueField } from '@/domain/transactions/ValueField';
import type { AccountId, Amount, CategoryId, Day } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { registerTexts } from '@/texts/register';
import { COLUMN_TITLES } from '@/texts/transactions';

/** What each field gives; a payee may be `new:` and a name, null is none. */
export interface FieldValues {
  date: Day;
  account: AccountId;
  payee: string | null;
  notes: string;
  category: CategoryId | null;
  amount: Amount;
}

export type EditedField = keyof FieldValues;
type Value = FieldValues[EditedField];

/**
 * Asks for one field of several transactions at once; `onCancel` is called when it is cancelled.
 * `start` is what a single one has.
 */
export function openEditField<F extends EditedField>(
  field: F,
  onPicked: (value: FieldValues[F]) => void,
  {
    start = null,
    count = 1,
    onCancel,
  }: { start?: FieldValues[F] | null; count?: number; onCancel?: () => void } = {},
): void {
  pushModal('edit-field', (close) => (
    <EditFieldDialog
      field={field}
      count={count}
      start={start ?? (field === 'notes' ? '' : null)}
      onClose={() => {
        close();
        onCancel?.();
      }}
      onPicked={(value) => {
        close();
        onPicked(value as FieldValues[F]);
      }}
    />
  ));
}

interface EditFieldProps {
  field: EditedField;
  /** Of how many transactions. */
  count: number;
  start: Value | null;
  onClose: () => void;
  onPicked: (value: Value) => void;
}

/** Fields a transaction cannot be without. */
const NEEDED: Partial<Record<EditedField, string>> = {
  date: registerTexts.enterADate,
  account: registerTexts.chooseAnAccount,
  amount: commonTexts.enterAnAmount,
};

/** A checkbox must confirm clearing one of these in several transactions. */
const EMPTYING: Partial<Record<EditedField, { name: string; missing: string }>> = {
  payee: { name: registerTexts.noPayee, missing: registerTexts.choosePayee },
  category: { name: registerTexts.noCategory, missing: registerTexts.chooseCategory },
  notes: { name: registerTexts.noNotes, missing: registerTexts.chooseNotes },
};

function EditFieldDialog({ field, count, start, onClose, onPicked }: EditFieldProps) {
  const [value, setValue] = useState(start);
  const [isEmptying, setEmptying] = useState(false);
  const emptying = count > 1 ? EMPTYING[field] : undefined;
  const missingOf = (picked: Value | null) => {
    const isNone = picked === null || picked === '';
    const isUnsaid = isNone && !isEmptying ? emptying?.missing : undefined;
    return isUnsaid ?? (picked === null ? NEEDED[field] : undefined);
  };
  const missing = missingOf(value);
  const submission = useSubmit({
    isValid: missing === undefined,
    send: () => onPicked(value as Value),
    explain: errorText,
  });
  // Enter takes what is typed and submits it before it is drawn.
  const submitTyped = (picked: Value | null) => {
    if (missingOf(picked)) submission.submit();
    else onPicked(picked as Value);
  };
  return (
    <FormDialog
      title={titleOf(field, count)}
      action={commonTexts.apply}
      submission={submission}
      onClose={onClose}
      isDirty={value !== start}
    >
      <FieldControl
        field={field}
        value={value}
        error={submission.isTried ? missing : undefined}
        onChange={(next) => {
          setValue(next);
          setEmptying(false);
        }}
        onSubmit={submitTyped}
      />
      {emptying && (
        <Checkbox
          isSelected={isEmptying}
          onChange={(isSelected) => {
            if (isSelected) setValue(start);
            setEmptying(isSelected);
          }}
        >
          {emptying.name}
        </Checkbox>
      )}
    </FormDialog>
  );
}

function titleOf(field: EditedField, count: number): string {
  return registerTexts.fieldOf(COLUMN_TITLES[field], count);
}

interface ControlProps {
  field: EditedField;
  value: Value | null;
  error: string | undefined;
  onChange: (value: Value | null) => void;
  onSubmit: (value: Value | null) => void;
}

function FieldControl({ field, value, error, onChange, onSubmit }: ControlProps) {
  const data = useLookups();
  return (
    <ValueField
      column={field}
      data={data}
      value={value}
      error={error}
      autoFocus
      onChange={onChange}
      onCommit={(how, next, kept) => {
        if (!kept && (how === 'enter' || how === 'mod-enter')) onSubmit(next);
      }}
    />
  );
}
