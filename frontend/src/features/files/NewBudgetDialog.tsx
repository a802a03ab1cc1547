import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { useSubmit } from '@/components/useSubmit';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { filesTexts } from '@/texts/files';
import { createBudget } from './api';
import { freeName } from './copyName';
import { NameField } from './NameField';
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
      <NameField text={text} onChange={setText} submission={submission} />
    </FormDialog>
  );
}
