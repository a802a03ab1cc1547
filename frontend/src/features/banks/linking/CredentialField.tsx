import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '@/components/Button';
import { TextField } from '@/components/TextField';
import type { BankCredentialField } from '@/generated/contract';
import { providerTexts } from '@/texts/bankLinking';
import styles from './linking.module.css';

interface CredentialFieldProps {
  field: BankCredentialField;
  /** Whether it is a private key, which the user has as a file. */
  isPem: boolean;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  autoFocus: boolean;
}

/** A credential to enter. Secrets are masked, and stored ones are never shown again. */
export function CredentialField(props: CredentialFieldProps) {
  const { field, isPem, value, onChange, error, autoFocus } = props;
  const input = (
    <TextField
      label={isPem ? providerTexts.pem : field.label}
      hint={isPem ? providerTexts.pemHint : undefined}
      type={field.secret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck="false"
      autoFocus={autoFocus}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
  if (!isPem) return input;
  const read = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onChange(await file.text());
  };
  return (
    <div className={styles.pem}>
      {input}
      <FileTrigger acceptedFileTypes={['.pem']} onSelect={(files) => void read(files)}>
        <Button>{providerTexts.choosePem}</Button>
      </FileTrigger>
    </div>
  );
}
