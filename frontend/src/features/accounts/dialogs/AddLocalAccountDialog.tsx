import { useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { FormDialog } from '@/components/FormDialog';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import { createAccount } from '@/lib/accounts/changes';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { accountDialogTexts } from '@/texts/accountDialogs';
import { ACCOUNT_TYPES } from '@/texts/accounts';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { type Draft, type DraftErrors, EMPTY, isOffBudget, isOwed, readDraft } from './newAccount';

interface AddLocalAccountProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The form's new account and its submission. */
function useNewAccount({ onClose, onCreated }: AddLocalAccountProps) {
  const amounts = useAmountFormat();
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, balance: amounts.formatFull(0) });
  const read = readDraft(draft, amounts);
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }));

  const submission = useSubmit({
    isValid: 'cents' in read,
    send: async () => {
      if (!('cents' in read)) return;
      onCreated(await createAccount(read));
      onClose();
    },
    explain: errorText,
  });
  const errors: DraftErrors = submission.isTried && !('cents' in read) ? read : {};
  return { draft, change, errors, submission };
}

/** Makes an account that no bank is linked to. Errors show on submit and go as they are mended. */
export default function AddLocalAccountDialog(props: AddLocalAccountProps) {
  const { onClose } = props;
  const { draft, change, errors, submission } = useNewAccount(props);
  return (
    <FormDialog
      title={commonTexts.addAccount}
      action={commonTexts.create}
      submission={submission}
      onClose={onClose}
      isDirty={draft.name !== '' || draft.type !== null}
    >
      <AccountFields draft={draft} errors={errors} onChange={change} />
    </FormDialog>
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
        label={accountDialogTexts.name}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
        autoComplete="off"
        autoFocus
      />
      <Select
        label={accountDialogTexts.type}
        options={ACCOUNT_TYPES}
        value={draft.type}
        onChange={(type) => onChange({ type })}
        placeholder={accountDialogTexts.chooseType}
        error={errors.type}
      />
      <TextField
        label={accountDialogTexts.balance}
        value={draft.balance}
        onChange={(balance) => onChange({ balance })}
        onFocus={(event) => (event.target as HTMLInputElement).select()}
        error={errors.balance}
        hint={isOwed(draft.type) ? accountDialogTexts.owedHint : undefined}
        inputMode="decimal"
        autoComplete="off"
      />
      <Checkbox
        isSelected={isOffBudget(draft)}
        onChange={(offBudget) => onChange({ offBudget })}
        hint={accountDialogTexts.offBudgetHint}
      >
        {commonTexts.offBudget}
      </Checkbox>
    </>
  );
}
