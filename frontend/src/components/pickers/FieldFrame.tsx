import type { ReactNode } from 'react';
import fieldStyles from '../Field.module.css';
import styles from './FieldFrame.module.css';
import type { FieldProps } from './field';

interface FrameProps {
  /** Id of the input. */
  id: string;
  field: Pick<FieldProps<unknown>, 'label' | 'look' | 'error'>;
  /** Text that was refused, in words; it is announced elsewhere. */
  refusal?: string | undefined;
  children: ReactNode;
}

/** Label above and error below in a form; in a grid cell nothing but the input. */
export function FieldFrame({ id, field, refusal, children }: FrameProps) {
  if (field.look === 'cell') return <div className={styles.cell}>{children}</div>;
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {field.label}
      </label>
      <div className={styles.form}>{children}</div>
      {field.error !== undefined && (
        <span id={`${id}-error`} role="alert" className={fieldStyles.error}>
          {field.error}
        </span>
      )}
      {field.error === undefined && refusal !== undefined && (
        <span id={`${id}-error`} className={fieldStyles.error}>
          {refusal}
        </span>
      )}
    </div>
  );
}
