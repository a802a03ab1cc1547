import { showConfirm } from '@/components/AlertDialog';
import type { ExistingBudget } from '@/generated/contract';
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
      <p>{filesTexts.import.exists(name ?? '')}</p>
      {cloudFileId && <p className={styles.hint}>{filesTexts.import.existsSynced}</p>}
    </>
  );
  const replace = { text: filesTexts.replace, act: () => choose('replace') };
  const keepBoth = { text: filesTexts.import.keepBoth, act: () => choose('keep') };
  showConfirm(filesTexts.existsTitle, body, replace, keepBoth);
}
