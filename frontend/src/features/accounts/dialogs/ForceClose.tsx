import { useState } from 'react';
import { Button } from '@/components/Button';
import { accountDialogTexts } from '@/texts/accountDialogs';
import styles from './dialogs.module.css';

interface ForceCloseProps {
  count: number;
  isBusy: boolean;
  onForce: () => void;
}

/** Deletes the account with everything in it; a second press confirms. */
export function ForceClose({ count, isBusy, onForce }: ForceCloseProps) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <div className={styles.force}>
        <Button
          look="bare"
          className={styles.forceLink}
          onPress={() => setAsked(true)}
          isDisabled={isBusy}
        >
          {accountDialogTexts.forceClose}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.force}>
      <p role="alert">{accountDialogTexts.forceLead(count)}</p>
      <div className={styles.forceButtons}>
        <Button look="danger" onPress={onForce} isBusy={isBusy}>
          {accountDialogTexts.forcedButton(count)}
        </Button>
        <Button onPress={() => setAsked(false)} isDisabled={isBusy} autoFocus>
          {accountDialogTexts.keep}
        </Button>
      </div>
    </div>
  );
}
