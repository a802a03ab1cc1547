import { texts } from '@/app/texts';
import { showConfirm } from '@/components/AlertDialog';
import type { ExistingBudget } from '@/generated/contract';
import type { Existing } from './api';
import styles from './Dialogs.module.css';
import { words } from './texts';

/** Asks what becomes of a budget of this device whose export is imported. */
export function askAboutExisting(
  { name, cloudFileId }: Existing,
  choose: (answer: ExistingBudget) => void,
): void {
  const body = (
    <>
      <p>{words.import.exists(name ?? '')}</p>
      {cloudFileId && <p className={styles.hint}>{words.import.existsSynced}</p>}
    </>
  );
  const replace = { text: texts.files.replace, act: () => choose('replace') };
  const keepBoth = { text: words.import.keepBoth, act: () => choose('keep') };
  showConfirm(texts.files.existsTitle, body, replace, keepBoth);
}
