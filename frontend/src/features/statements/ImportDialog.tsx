import { FileText } from 'lucide-react';
import { useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { Dialog } from '@/components/Dialog';
import { COARSE, useMedia } from '@/components/useMedia';
import { statementsTexts } from '@/texts/statements';
import { ChooseFile } from './ChooseFile';
import { StatementStep } from './StatementStep';
import styles from './statements.module.css';

interface ImportDialogProps {
  /** Where the rows go; null to find it by the file or to ask. */
  accountId: string | null;
  /** The dropped files; none to ask for a file. */
  files: readonly File[];
  /** Shows the imported rows. */
  onShow: (accountId: string, ids: readonly string[]) => void;
  onClose: () => void;
}

/** Imports files of transactions, one after the other. */
export default function ImportDialog(props: ImportDialogProps) {
  const { accountId, files: given, onShow, onClose } = props;
  const [files, setFiles] = useState(given);
  const [at, setAt] = useState(0);
  const file = files[at];
  const title =
    files.length > 1 ? statementsTexts.titleOf(at + 1, files.length) : statementsTexts.title;
  const start = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setFiles(chosen);
    setAt(0);
  };
  const next = () => {
    if (at + 1 < files.length) setAt(at + 1);
    else onClose();
  };
  if (!file) {
    return (
      <Dialog title={title} size="import" onClose={onClose}>
        <FileDrop onFiles={start} />
      </Dialog>
    );
  }
  return (
    <StatementStep
      key={`${at} ${file.name} ${file.lastModified}`}
      title={title}
      file={file}
      accountId={accountId}
      isLast={at + 1 === files.length}
      onNext={next}
      onChoose={start}
      onShow={onShow}
      onClose={onClose}
    />
  );
}

/** Where a file is dropped or chosen. */
function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isTouch = useMedia(COARSE);
  return (
    <DropZone
      className={styles.drop ?? ''}
      aria-label={statementsTexts.dropHere}
      onDrop={async ({ items }) => {
        const dropped = items.filter((item) => item.kind === 'file');
        onFiles(await Promise.all(dropped.map((item) => item.getFile())));
      }}
    >
      <FileText size="2rem" className={styles.dropIcon} aria-hidden="true" />
      {isTouch ? (
        <p>{statementsTexts.chooseHere}</p>
      ) : (
        <p>
          {statementsTexts.dropHere} {statementsTexts.or}
        </p>
      )}
      <ChooseFile label={statementsTexts.choose} isPrimary onFiles={onFiles} />
      <p className={styles.formats}>{statementsTexts.formats}</p>
    </DropZone>
  );
}
