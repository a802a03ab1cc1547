import { texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import type { ExistingBudget } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import type { Existing } from './api';
import styles from './Dialogs.module.css';
import { words } from './texts';

/** Asks what becomes of a budget of this device whose export is imported. */
export function askAboutExisting(
  { name, cloudFileId }: Existing,
  choose: (answer: ExistingBudget) => void,
): void {
  pushModal('existing-budget', (close) => {
    const answer = (text: string, becomes: ExistingBudget) => (
      <Button
        look={becomes === 'keep' ? 'primary' : 'plain'}
        size="large"
        onPress={() => {
          close();
          choose(becomes);
        }}
      >
        {text}
      </Button>
    );
    return (
      <Dialog
        title={texts.files.existsTitle}
        isAlert
        onClose={close}
        footer={
          <>
            <Button autoFocus size="large" onPress={close}>
              {texts.common.cancel}
            </Button>
            {answer(texts.files.replace, 'replace')}
            {answer(words.import.keepBoth, 'keep')}
          </>
        }
      >
        <p>{words.import.exists(name ?? '')}</p>
        {cloudFileId && <p className={styles.hint}>{words.import.existsSynced}</p>}
      </Dialog>
    );
  });
}
