import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filtersTexts } from '@/texts/filters';

interface FilterNameProps {
  title: string;
  name: string;
  /** Saves the filter under the name; rejects if the name is taken. */
  keep: (name: string) => Promise<void>;
}

/** Asks for the name of a filter and saves it. */
export function askFilterName(props: FilterNameProps): void {
  pushModal('filter-name', (close) => <FilterNameDialog {...props} onClose={close} />);
}

function FilterNameDialog({ title, name, keep, onClose }: FilterNameProps & { onClose(): void }) {
  const [text, setText] = useState(name);
  const submission = useSubmit({
    isValid: text.trim() !== '',
    send: () => keep(text.trim()).then(onClose),
    explain: errorText,
  });
  const isMissing = submission.isTried && text.trim() === '';
  return (
    <FormDialog
      title={title}
      action={commonTexts.save}
      submission={submission}
      showsFailure={false}
      onClose={onClose}
      isDirty={text !== name}
    >
      <TextField
        label={filtersTexts.name}
        value={text}
        error={isMissing ? exact.nameRequired : submission.failure}
        autoComplete="off"
        autoFocus
        onChange={(next) => {
          setText(next);
          submission.forget();
        }}
      />
    </FormDialog>
  );
}
