import { type ReactNode, useId } from 'react';
import { commonTexts } from '@/texts/common';
import { Button } from './Button';
import { Dialog, type DialogProps } from './Dialog';
import styles from './FormDialog.module.css';
import { Problem } from './Problem';
import type { Submission } from './useSubmit';

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'isBusy'> {
  submission: Submission;
  /** The label of the submit button; null while there is nothing to submit. */
  action: string | null;
  look?: 'primary' | 'danger';
  /** Why nothing can be sent now. The dialog can be left even while it waits for an answer. */
  blocked?: string | undefined;
  /** The failure belongs to a field, which shows it. */
  showsFailure?: boolean;
  /** Above the fields: what the form does. */
  hint?: ReactNode;
  /** Below the form and no part of it. */
  aside?: ReactNode;
}

/** A dialog with one form: Cancel and a submit button, busy while it is sent. */
export function FormDialog(props: FormDialogProps) {
  const {
    submission,
    action,
    look = 'primary',
    showsFailure = true,
    hint,
    aside,
    blocked,
    children,
  } = props;
  const { title, onClose, size, isDirty, askToLeave, isLayer } = props;
  const { form, isBusy, failure, submit } = submission;
  const id = useId();
  const isHeld = isBusy && blocked === undefined;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isBusy={isHeld}
      {...(size ? { size } : {})}
      {...(isDirty !== undefined ? { isDirty } : {})}
      {...(askToLeave ? { askToLeave } : {})}
      {...(isLayer ? { isLayer } : {})}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isHeld}>
            {commonTexts.cancel}
          </Button>
          {action !== null && (
            <Button
              look={look}
              type="submit"
              form={id}
              isBusy={isHeld}
              isDisabled={blocked !== undefined}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === undefined) submit();
        }}
      >
        {blocked !== undefined && <Problem>{blocked}</Problem>}
        {showsFailure && failure && <Problem>{failure}</Problem>}
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        {children}
      </form>
      {aside}
    </Dialog>
  );
}
