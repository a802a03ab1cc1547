import { type Ref, useState } from 'react';
import { commonTexts } from '@/texts/common';
import { Checkbox } from './Checkbox';
import { TextField } from './TextField';

interface PasswordFieldsProps {
  /** One label for each field. */
  labels: readonly string[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  /** The field the error belongs to; the last one if it is not said. */
  errorAt?: number | undefined;
  /** One for each field. */
  fieldRefs?: readonly Ref<HTMLInputElement>[];
}

/** One password, or a new one twice, with a box that shows what is typed. */
export function PasswordFields(props: PasswordFieldsProps) {
  const { labels, values, onChange, autoComplete, error, fieldRefs } = props;
  const { errorAt = labels.length - 1 } = props;
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
          error={at === errorAt ? error : undefined}
          {...(fieldRefs?.[at] ? { inputRef: fieldRefs[at] } : {})}
        />
      ))}
      <Checkbox isSelected={isShown} onChange={setShown}>
        {commonTexts.showPassword}
      </Checkbox>
    </>
  );
}
