import { useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { AccountPicker } from '@/components/pickers/AccountPicker';
import { AmountField } from '@/components/pickers/AmountField';
import { CategoryPicker } from '@/components/pickers/CategoryPicker';
import { DateField } from '@/components/pickers/DateField';
import type { FieldProps } from '@/components/pickers/field';
import type { AccountId, Amount, CategoryId, Day } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import styles from './editField.module.css';
import { NotesField } from './grid/NotesField';
import { RecentPayeePicker } from './RecentPayeePicker';
import { COLUMN_TITLES } from './texts';
import { useLookups } from './useRegisterData';

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
 * Asks for one field of several transactions at once; says nothing when it is cancelled. `start`
 * is what a single one has.
 */
export function openEditField<F extends EditedField>(
  field: F,
  onPicked: (value: FieldValues[F]) => void,
  start: FieldValues[F] | null = null,
): void {
  pushModal('edit-field', (close) => (
    <EditFieldDialog
      field={field}
      start={start ?? (field === 'notes' ? '' : null)}
      onClose={close}
      onPicked={(value) => {
        close();
        onPicked(value as FieldValues[F]);
      }}
    />
  ));
}

interface EditFieldProps {
  field: EditedField;
  start: Value | null;
  onClose: () => void;
  onPicked: (value: Value) => void;
}

/** Fields a transaction cannot be without. */
const NEEDED: Partial<Record<EditedField, string>> = {
  date: 'Enter a date',
  account: 'Choose an account',
  amount: 'Enter an amount',
};

function EditFieldDialog({ field, start, onClose, onPicked }: EditFieldProps) {
  const [value, setValue] = useState(start);
  const [error, setError] = useState<string>();
  const submit = (picked: Value | null) => {
    const missing = picked === null ? NEEDED[field] : undefined;
    if (missing) setError(missing);
    else onPicked(picked as Value);
  };
  return (
    <Dialog
      title={COLUMN_TITLES[field]}
      onClose={onClose}
      isDirty={value !== start}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="edit-field">
            Apply
          </Button>
        </>
      }
    >
      <form
        id="edit-field"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit(value);
        }}
      >
        <FieldControl
          field={field}
          value={value}
          error={error}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
          onSubmit={submit}
        />
      </form>
    </Dialog>
  );
}

interface ControlProps {
  field: EditedField;
  value: Value | null;
  error: string | undefined;
  onChange: (value: Value | null) => void;
  onSubmit: (value: Value | null) => void;
}

function FieldControl({ field, value, error, onChange, onSubmit }: ControlProps) {
  const { accounts, payees, groups } = useLookups();
  const common = { label: COLUMN_TITLES[field], error, autoFocus: true, onChange };
  const onCommit: FieldProps<unknown>['onCommit'] = (how, next, kept) => {
    if (!kept && (how === 'enter' || how === 'mod-enter')) onSubmit(next as Value | null);
  };
  const id = value as string | null;
  if (field === 'notes') {
    return <NotesField {...common} value={String(value ?? '')} onCommit={onCommit} />;
  }
  if (field === 'amount') {
    return <AmountField {...common} value={value as Amount | null} onCommit={onCommit} />;
  }
  const choice = { ...common, value: id, onCommit };
  if (field === 'date') return <DateField {...choice} />;
  if (field === 'account') return <AccountPicker {...choice} accounts={accounts} />;
  if (field === 'payee') return <RecentPayeePicker {...choice} payees={payees} />;
  return <CategoryPicker {...choice} groups={groups} />;
}
