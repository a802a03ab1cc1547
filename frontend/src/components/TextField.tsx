import type { InputHTMLAttributes, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import styles from './Field.module.css';

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  label: string;
  hint?: string | undefined;
  /** Shown under the field and tied to it; undefined when the value is fine. */
  error?: string | undefined;
  placeholder?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, placeholder, inputMode, inputRef, ...rest } = props;
  return (
    <AriaTextField
      validationBehavior="aria"
      {...rest}
      isInvalid={error !== undefined}
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Input
        className={styles.input ?? ''}
        {...(placeholder ? { placeholder } : {})}
        {...(inputMode ? { inputMode } : {})}
        {...(inputRef ? { ref: inputRef } : {})}
      />
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      {error !== undefined && (
        <div role="alert">
          <FieldError className={styles.error ?? ''}>{error}</FieldError>
        </div>
      )}
    </AriaTextField>
  );
}
