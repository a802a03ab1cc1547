import { useId, useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { useSubmit } from '@/components/useSubmit';
import type { DashboardPage } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { dashboardsTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { importPage } from './api';
import styles from './askImport.module.css';

/** Asks for a file and replaces the cards of a page by those of it. */
export function askImport(page: DashboardPage): void {
  pushModal('card-import', (close) => <ImportDialog page={page} onClose={close} />);
}

function ImportDialog({ page, onClose }: { page: DashboardPage; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const id = useId();
  const submission = useSubmit({
    isValid: file !== null,
    send: async () => {
      if (!file) return;
      await importPage(page, await file.text());
      onClose();
    },
    explain: errorText,
  });
  return (
    <FormDialog
      title={dashboardsTexts.importTitle(page.name)}
      action={commonTexts.import}
      submission={submission}
      onClose={onClose}
      hint={dashboardsTexts.importHint}
    >
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          {dashboardsTexts.importFile}
        </label>
        <input
          id={id}
          type="file"
          className={styles.file}
          accept=".json,application/json"
          required
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            submission.forget();
          }}
        />
      </div>
    </FormDialog>
  );
}
