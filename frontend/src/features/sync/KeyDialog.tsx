import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { PasswordFields } from '@/components/PasswordFields';
import { useSubmit } from '@/components/useSubmit';
import { keyErrorText } from '@/lib/sync/errorWords';
import { encryptionTexts } from '@/texts/encryption';
import { exact } from '@/texts/exact';
import styles from './KeyDialog.module.css';

interface KeyDialogProps {
  title: string;
  /** The budget, where it is not the open one. */
  about?: string | undefined;
  /** The purpose of the password. */
  lead: string;
  /** A prominent warning. */
  warning?: string;
  action: string;
  isNew: boolean;
  /** Uses the password; the dialog closes when that succeeds. */
  use: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password of a key. An empty one is not sent, nor a second while one is tried. */
export function KeyDialog(props: KeyDialogProps) {
  const { title, about, lead, warning, action, isNew, use, onClose } = props;
  const [password, setPassword] = useState('');
  const submission = useSubmit({
    isValid: password !== '',
    send: () => use(password).then(onClose),
    explain: keyErrorText,
  });
  const { isBusy, isTried, failure, forget } = submission;
  const missing = isTried && password === '' ? exact.passwordEmpty : undefined;
  return (
    <FormDialog
      title={title}
      action={action}
      size="medium"
      submission={submission}
      showsFailure={false}
      isDirty={password !== ''}
      onClose={onClose}
    >
      {about && <p className={styles.about}>{about}</p>}
      <p>{lead}</p>
      {warning && <p className={styles.warning}>{warning}</p>}
      <PasswordFields
        labels={[encryptionTexts.password]}
        values={[password]}
        onChange={([text = '']) => {
          setPassword(text);
          forget();
        }}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        error={missing ?? failure}
      />
      {isBusy && (
        <p role="status" className={styles.working}>
          {isNew ? encryptionTexts.working : encryptionTexts.trying}
        </p>
      )}
    </FormDialog>
  );
}
