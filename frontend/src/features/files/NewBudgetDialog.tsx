import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { shellTexts } from '@/texts/shell';
import { createBudget } from './api';
import { freeName } from './copyName';
import { openNewFile } from './openSteps';

/** Asks for the name of a new budget, with one that is free, and opens the budget. */
export function askNewBudget(taken: readonly { name: string }[]): void {
  const name = freeName(taken.map(({ name }) => name));
  pushModal('new-budget', (close) => <NewBudgetDialog suggestion={name} onClose={close} />);
}

interface NewBudgetDialogProps {
  suggestion: string;
  onClose: () => void;
}

function NewBudgetDialog({ suggestion, onClose }: NewBudgetDialogProps) {
  const [text, setText] = useState(suggestion);
  const name = text.trim();
  const create = async () => {
    const id = await createBudget({ budgetName: name });
    onClose();
    void openNewFile(id);
  };
  const submission = useSubmit({ isValid: name !== '', send: create, explain: errorText });
  const isMissing = submission.isTried && name === '';
  return (
    <FormDialog
      title={filesTexts.newTitle}
      action={commonTexts.create}
      submission={submission}
      showsFailure={false}
      // The second press of a double click is one outside.
      isDirty
      onClose={onClose}
    >
      <TextField
        label={shellTexts.budgetName}
        value={text}
        error={isMissing ? exact.nameRequired : submission.failure}
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(next) => {
          setText(next);
          submission.forget();
        }}
      />
    </FormDialog>
  );
}
