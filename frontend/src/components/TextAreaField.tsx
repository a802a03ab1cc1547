import { useRef } from 'react';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import fieldStyles from './Field.module.css';
import styles from './TextAreaField.module.css';

interface TextAreaFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  label: string;
  hint?: string;
  rows: number;
  /** A language for programs: letters of one width. */
  isCode?: boolean;
}

/** A text of some lines. The keyboard first comes to its end, where it goes on. */
export function TextAreaField({ label, hint, rows, isCode, ...rest }: TextAreaFieldProps) {
  const wasHere = useRef(false);
  return (
    <AriaTextField {...rest} className={fieldStyles.field ?? ''}>
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <TextArea
        rows={rows}
        className={`${fieldStyles.input} ${isCode ? styles.code : ''}`}
        onFocus={({ target }) => {
          if (wasHere.current) return;
          wasHere.current = true;
          target.setSelectionRange(target.value.length, target.value.length);
        }}
      />
      {hint && (
        <Text slot="description" className={fieldStyles.hint ?? ''}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  );
}
