import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { dashboardsTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';

interface PageNameProps {
  title: string;
  name: string;
  /** Writes the name; rejects if it is refused. */
  keep: (name: string) => Promise<void>;
}

/** Asks for the name of a page and writes it. */
export function askPageName(props: PageNameProps): void {
  pushModal('page-name', (close) => <PageNameDialog {...props} onClose={close} />);
}

function PageNameDialog({ title, name, keep, onClose }: PageNameProps & { onClose(): void }) {
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
        label={dashboardsTexts.pageName}
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
