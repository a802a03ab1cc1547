import { type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { CardButtons, ManagerCard } from '@/components/manager/ManagerCard';
import { PasswordFields } from '@/components/PasswordFields';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { newPasswordError } from './errorWords';
import { useAttempt } from './useAttempt';

interface NewPasswordCardProps {
  title: string;
  lead: string;
  inWords: (error: unknown) => string;
  save: (password: string) => Promise<void>;
  /** The message after the password was saved. */
  done?: string | null;
  /** More to choose, between the fields and the buttons. */
  choices?: ReactNode;
  /** The buttons before OK. */
  children: ReactNode;
}

/** Asks for a new password twice. Errors show on submit and go away as they are corrected. */
export function NewPasswordCard(props: NewPasswordCardProps) {
  const { title, lead, inWords, save, done, choices, children } = props;
  const [values, setValues] = useState(['', '']);
  const { isBusy, error, setError, attempt } = useAttempt(inWords);
  const [password = '', repeated = ''] = values;
  const fields = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const errorAt = error === exact.passwordEmpty ? 0 : 1;
  const submit = () => {
    const wrong = newPasswordError(password, repeated);
    setError(wrong);
    if (wrong === null) void attempt(() => save(password));
    else fields[wrong === exact.passwordEmpty ? 0 : 1]?.current?.focus();
  };
  const change = (next: string[]) => {
    setValues(next);
    if (error !== null) setError(newPasswordError(next[0] ?? '', next[1] ?? ''));
  };
  return (
    <ManagerCard title={title} lead={lead} onSubmit={submit}>
      <PasswordFields
        labels={[serverTexts.password, serverTexts.confirm]}
        values={values}
        onChange={change}
        autoComplete="new-password"
        error={error ?? undefined}
        errorAt={errorAt}
        fieldRefs={fields}
      />
      {choices}
      {done && <p role="status">{done}</p>}
      <CardButtons>
        {children}
        <Button look="primary" type="submit" isBusy={isBusy} isDisabled={Boolean(done)}>
          {commonTexts.ok}
        </Button>
      </CardButtons>
    </ManagerCard>
  );
}
