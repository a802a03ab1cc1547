import { ArrowLeft, FileArchive, FileJson, Folder, Mail } from 'lucide-react';
import { useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { Spinner } from '@/components/Spinner';
import type { ExistingBudget, ImportType } from '@/generated/contract';
import { uploadFile } from '@/lib/files/uploadFile';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { fileImportTexts } from '@/texts/fileImports';
import { filesTexts } from '@/texts/files';
import { existingIn, importBudget, useYnab4Files } from './api';
import styles from './Dialogs.module.css';
import { askAboutExisting } from './ExistingDialog';
import { openImported } from './openSteps';

const KINDS: readonly ImportType[] = ['actual', 'ynab4', 'ynab5'];
const ICONS = { actual: Mail, ynab4: FileArchive, ynab5: FileJson };
const ENDINGS = { actual: '.zip', ynab4: '.zip', ynab5: '.json' };
const MIME_TYPES = {
  actual: 'application/zip',
  ynab4: 'application/zip',
  ynab5: 'application/json',
};

export function openImportDialog(): void {
  pushModal('import', (close) => <ImportDialog onClose={close} />);
}

function openImportOf(type: ImportType): void {
  pushModal(`import-${type}`, (close) => <ImportFileDialog type={type} onClose={close} />);
}

interface ImportDialogProps {
  onClose: () => void;
}

/** Asks where a budget comes from. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const choose = (type: ImportType) => {
    onClose();
    openImportOf(type);
  };
  return (
    <Dialog title={exact.importFile} size="medium" onClose={onClose}>
      <p className={styles.lead}>{fileImportTexts.lead}</p>
      <ul className={styles.kinds}>
        {KINDS.map((type, place) => {
          const Icon = ICONS[type];
          const { name, hint } = fileImportTexts[type];
          return (
            <li key={type}>
              <Button className={styles.kind} onPress={() => choose(type)} autoFocus={place === 0}>
                <Icon size="1.5rem" className={styles.dropIcon} aria-hidden="true" />
                <span className={styles.kindText}>
                  <span>{name}</span>
                  <span className={styles.kindHint}>{hint}</span>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Import shows its own text where the catalogue's general one would say less. */
function importErrorText(type: ImportType, error: unknown): string {
  const code = (error as { code?: unknown }).code;
  if (code === 'internal') return exact.importFailed;
  return type === 'ynab4' && code === 'not-ynab4' ? fileImportTexts.ynab4.wrong : errorText(error);
}

interface ImportFileDialogProps {
  type: ImportType;
  onClose: () => void;
}

/** Takes the file of a whole budget, by choosing or dropping it, and opens it. */
export function ImportFileDialog({ type, onClose }: ImportFileDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const kind = fileImportTexts[type];

  const take = (file: File | undefined) => {
    if (!file || busy) return;
    if (file.name.toLowerCase().endsWith(ENDINGS[type])) void bring(() => uploadFile(file));
    else setError(kind.wrong);
  };

  // Budgets of other programs are none that this device may have already.
  const careful = type === 'actual' ? 'refuse' : undefined;

  const bring = async (find: () => Promise<string>, choice?: ExistingBudget) => {
    setBusy(true);
    setError(null);
    try {
      const { id, replaced } = await importBudget(await find(), type, choice ?? careful);
      onClose();
      await openImported(id, replaced);
    } catch (caught) {
      setBusy(false);
      const existing = existingIn(caught);
      if (existing) askAboutExisting(existing, (answer) => void bring(find, answer));
      else setError(importErrorText(type, caught));
    }
  };

  const back = () => {
    onClose();
    openImportDialog();
  };

  return (
    <Dialog
      title={kind.title}
      size="medium"
      isBusy={busy}
      onClose={onClose}
      footer={
        <Button size="large" onPress={back} isDisabled={busy}>
          <ArrowLeft size="1rem" aria-hidden="true" />
          {commonTexts.back}
        </Button>
      }
    >
      <p className={styles.lead}>{kind.lead}</p>
      <FileDrop type={type} isBusy={busy} onTake={take} />
      {type === 'ynab4' && (
        <Found isDisabled={busy} onChoose={(path) => void bring(async () => path)} />
      )}
      {error && <Problem>{error}</Problem>}
    </Dialog>
  );
}

interface FileDropProps {
  type: ImportType;
  isBusy: boolean;
  onTake: (file: File | undefined) => void;
}

/** Where the file is dropped or chosen, and waited for. */
function FileDrop({ type, isBusy, onTake }: FileDropProps) {
  const { drop } = fileImportTexts[type];
  const Icon = ICONS[type];
  return (
    <DropZone
      className={styles.drop ?? ''}
      isDisabled={isBusy}
      aria-label={drop}
      onDrop={async (event) => {
        const item = event.items.find((candidate) => candidate.kind === 'file');
        if (item?.kind === 'file') onTake(await item.getFile());
      }}
    >
      <Icon size="2rem" className={styles.dropIcon} aria-hidden="true" />
      {isBusy ? (
        <p className={styles.busy} role="status">
          <Spinner />
          {exact.importing}
        </p>
      ) : (
        <>
          <p>
            {drop} {filesTexts.importOr}
          </p>
          <FileTrigger
            acceptedFileTypes={[ENDINGS[type], MIME_TYPES[type]]}
            onSelect={(chosen) => onTake(chosen?.[0])}
          >
            <Button look="primary" autoFocus>
              {filesTexts.importChoose}
            </Button>
          </FileTrigger>
        </>
      )}
    </DropZone>
  );
}

interface FoundProps {
  isDisabled: boolean;
  onChoose: (path: string) => void;
}

/** The budgets of YNAB4 that lie on this computer; nothing if there are none. */
function Found({ isDisabled, onChoose }: FoundProps) {
  const found = useYnab4Files().data ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <h3 className={styles.day}>{fileImportTexts.found}</h3>
      <ul className={styles.backups} aria-label={fileImportTexts.found}>
        {found.map(({ name, filepath }) => (
          <li key={filepath}>
            <Button
              look="bare"
              className={styles.backup}
              isDisabled={isDisabled}
              aria-description={filepath}
              onPress={() => onChoose(filepath)}
            >
              <Folder size="1rem" aria-hidden="true" />
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
