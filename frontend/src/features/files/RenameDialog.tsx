import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { useSubmit } from '@/components/useSubmit';
import type { BudgetFile } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { filesTexts } from '@/texts/files';
import { reloadFiles, renameBudget } from './api';
import { NameField } from './NameField';

export function askName(file: BudgetFile): void {
  pushModal('rename-budget', (close) => <RenameDialog file={file} onClose={close} />);
}

interface RenameDialogProps {
  file: BudgetFile;
  onClose: () => void;
}

/** Renames a budget that is not open. */
function RenameDialog({ file, onClose }: RenameDialogProps) {
  const [text, setText] = useState(file.name);
  const name = text.trim();
  const save = async () => {
    if (name !== file.name) {
      await renameBudget(file.id, name);
      announce(filesTexts.renamed(name));
      await reloadFiles();
    }
    onClose();
  };
  const submission = useSubmit({ isValid: name !== '', send: save, explain: errorText });
  return (
    <FormDialog
      title={filesTexts.renameTitle(file.name)}
      action={commonTexts.rename}
      submission={submission}
      showsFailure={false}
      isDirty={text !== file.name}
      onClose={onClose}
    >
      <NameField text={text} onChange={setText} submission={submission} />
    </FormDialog>
  );
}
