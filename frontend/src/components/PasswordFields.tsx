import { type Ref, useState } from 'react';
import { Checkbox } from './Checkbox';
import { TextField } from './TextField';

interface PasswordFieldsProps {
  /** One label for each field. */
  labels: readonly string[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  autoComplete: 'current-password' | 'new-password';
  /** Belongs to the last field. */
  error?: string | undefined;
  firstRef?: Ref<HTMLInputElement>;
}

/** One password, or a new one twice, with a box that shows what is typed. */
export function PasswordFields(props: PasswordFieldsProps) {
  const { labels, values, onChange, autoComplete, error, firstRef } = props;
  const [isShown, setShown] = useState(false);
  return (
    <>
      {labels.map((label, at) => (
        <TextField
          key={label}
          label={label}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoFocus={at === 0}
          value={values[at] ?? ''}
          onChange={(text) => onChange(labels.map((_, i) => (i === at ? text : (values[i] ?? ''))))}
          error={at === labels.length - 1 ? error : undefined}
          {...(at === 0 && firstRef ? { inputRef: firstRef } : {})}
        />
      ))}
      <Checkbox isSelected={isShown} onChange={setShown}>
        Show password
      </Checkbox>
    </>
  );
}
