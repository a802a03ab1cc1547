import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { errorText, exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Spinner } from '@/components/Spinner';
import { openBudget } from '@/lib/files/openFile';
import { importBudget, uploadFile } from './api';
import styles from './Dialogs.module.css';

/** Import shows its own text where the catalogue's general one would say less. */
function importErrorText(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return code === 'internal' ? exact.importFailed : errorText(error);
}

interface ImportDialogProps {
  onClose: () => void;
}

/** Takes an exported budget as a zip file, by choosing or dropping it, and opens it. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    if (!/\.zip$/i.test(file.name)) {
      setError(texts.files.importNotZip);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const id = await importBudget(await uploadFile(file), 'actual');
      await openBudget(id);
      onClose();
    } catch (caught) {
      setError(importErrorText(caught));
      setBusy(false);
    }
  };

  return (
    <Dialog title={exact.importFile} size="medium" isBusy={busy} onClose={onClose}>
      <p>{texts.files.importLead}</p>
      <DropZone
        className={styles.drop ?? ''}
        isDisabled={busy}
        aria-label={texts.files.importDrop}
        onDrop={async (event) => {
          const item = event.items.find((candidate) => candidate.kind === 'file');
          if (item?.kind === 'file') await take(await item.getFile());
        }}
      >
        <FileArchive size={32} className={styles.dropIcon} aria-hidden="true" />
        {busy ? (
          <p className={styles.busy} role="status">
            <Spinner />
            {exact.importing}
          </p>
        ) : (
          <>
            <p>
              {texts.files.importDrop} {texts.files.importOr}
            </p>
            <FileTrigger
              acceptedFileTypes={['.zip', 'application/zip']}
              onSelect={(chosen) => void take(chosen?.[0])}
            >
              <Button look="primary" autoFocus>
                {texts.files.importChoose}
              </Button>
            </FileTrigger>
          </>
        )}
      </DropZone>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
