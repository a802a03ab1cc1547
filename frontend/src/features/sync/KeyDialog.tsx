import { useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { PasswordFields } from '@/components/PasswordFields';
import { keyErrorText } from '@/lib/sync/errorWords';
import styles from './KeyDialog.module.css';
import { words } from './words';

const FORM = 'key-form';

interface KeyDialogProps {
  title: string;
  /** The budget, where it is not the open one. */
  about?: string | undefined;
  /** What the password is for. */
  lead: string;
  /** What must not be overlooked. */
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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    if (password === '' || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await use(password);
      onClose();
    } catch (caught) {
      setError(keyErrorText(caught));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      size="medium"
      isBusy={isBusy}
      isDirty={password !== ''}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose} isDisabled={isBusy}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" form={FORM} isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {about && <p className={styles.about}>{about}</p>}
        <p>{lead}</p>
        {warning && <p className={styles.warning}>{warning}</p>}
        <PasswordFields
          labels={[words.password]}
          values={[password]}
          onChange={([text = '']) => {
            setPassword(text);
            setError(null);
          }}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          error={error ?? undefined}
        />
        {isBusy && (
          <p role="status" className={styles.working}>
            {isNew ? words.working : words.trying}
          </p>
        )}
      </form>
    </Dialog>
  );
}
