import { useRef, useState } from 'react';
import { errorText } from '@/app/texts';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Dialog } from '@/components/Dialog';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { createAccount } from '@/lib/accounts/changes';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { ACCOUNT_TYPES, words } from '../texts';
import styles from './dialogs.module.css';
import { focusWrong } from './focusWrong';
import { type Draft, type DraftErrors, EMPTY, isOffBudget, isOwed, readDraft } from './newAccount';

interface AddLocalAccountProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The account as it stands in the form, and making it. */
function useNewAccount({ onClose, onCreated }: AddLocalAccountProps) {
  const amounts = useAmountFormat();
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, balance: amounts.formatFull(0) });
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const read = readDraft(draft, amounts);
  const errors: DraftErrors = isTried && !('cents' in read) ? read : {};
  const form = useRef<HTMLFormElement>(null);
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }));

  const submit = async () => {
    setTried(true);
    if (isBusy) return;
    if (!('cents' in read)) return focusWrong(form);
    setBusy(true);
    try {
      onCreated(await createAccount(read));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return { draft, change, errors, failure, isBusy, form, submit };
}

/** Makes an account that no bank is linked to. Errors show on submit and go as they are mended. */
export default function AddLocalAccountDialog(props: AddLocalAccountProps) {
  const { onClose } = props;
  const { draft, change, errors, failure, isBusy, form, submit } = useNewAccount(props);
  return (
    <Dialog
      title={words.createTitle}
      onClose={onClose}
      isBusy={isBusy}
      isDirty={draft.name !== '' || draft.type !== null}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form="new-account" isBusy={isBusy}>
            {words.create}
          </Button>
        </>
      }
    >
      <form
        id="new-account"
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <AccountFields draft={draft} errors={errors} onChange={change} />
      </form>
    </Dialog>
  );
}

interface AccountFieldsProps {
  draft: Draft;
  errors: DraftErrors;
  onChange: (more: Partial<Draft>) => void;
}

function AccountFields({ draft, errors, onChange }: AccountFieldsProps) {
  return (
    <>
      <TextField
        label={words.name}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
        autoComplete="off"
        autoFocus
      />
      <Select
        label={words.type}
        options={ACCOUNT_TYPES}
        value={draft.type}
        onChange={(type) => onChange({ type })}
        placeholder={words.chooseType}
        error={errors.type}
      />
      <TextField
        label={words.balance}
        value={draft.balance}
        onChange={(balance) => onChange({ balance })}
        onFocus={(event) => (event.target as HTMLInputElement).select()}
        error={errors.balance}
        hint={isOwed(draft.type) ? words.owedHint : undefined}
        inputMode="decimal"
        autoComplete="off"
      />
      <Checkbox
        isSelected={isOffBudget(draft)}
        onChange={(offBudget) => onChange({ offBudget })}
        hint={words.offBudgetHint}
      >
        {words.offBudget}
      </Checkbox>
    </>
  );
}
