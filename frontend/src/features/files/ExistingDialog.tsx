import { showConfirm } from '@/components/AlertDialog';
import type { ExistingBudget } from '@/generated/contract';
import { fileImportTexts } from '@/texts/fileImports';
import { filesTexts } from '@/texts/files';
import type { Existing } from './api';
import styles from './Dialogs.module.css';

/** Asks what to do with the existing budget when an export of it is imported. */
export function askAboutExisting(
  { name, cloudFileId }: Existing,
  choose: (answer: ExistingBudget) => void,
): void {
  const body = (
    <>
      <p>{fileImportTexts.exists(name ?? '')}</p>
      {cloudFileId && <p className={styles.hint}>{fileImportTexts.existsSynced}</p>}
    </>
  );
  const replace = { text: filesTexts.replace, act: () => choose('replace') };
  const keepBoth = { text: fileImportTexts.keepBoth, act: () => choose('keep') };
  showConfirm(filesTexts.existsTitle, body, replace, keepBoth);
}
