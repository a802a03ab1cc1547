import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { CardButtons, CardLinks, ManagerCard } from '@/components/manager/ManagerCard';
import { ManagerWaiting } from '@/components/manager/ManagerWaiting';
import { PasswordFields } from '@/components/PasswordFields';
import { signIn } from '@/lib/server/server';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { signInErrorText } from './errorWords';
import { useAttempt } from './useAttempt';
import { useEntryCheck } from './useEntryCheck';

interface LoginPageProps {
  onDemo: () => void;
  /** After the files are shown. */
  onSignedIn?: () => void;
  /** Ways on without signing in. */
  links?: ReactNode;
}

/** Signs in at the server; a wrong password stays to be corrected. */
export default function LoginPage({ onDemo, onSignedIn, links }: LoginPageProps) {
  const navigate = useNavigate();
  const isRight = useEntryCheck('login');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, error, setError, attempt } = useAttempt(signInErrorText);
  const submit = async () => {
    if (password === '') return;
    if (await attempt(() => signIn(password))) {
      await navigate('/', { replace: true });
      onSignedIn?.();
    }
  };
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  if (!isRight) return <ManagerWaiting />;
  return (
    <ManagerCard
      title={serverTexts.titles.login}
      lead={serverTexts.signInLead}
      onSubmit={() => void submit()}
    >
      <PasswordFields
        labels={[serverTexts.password]}
        values={[password]}
        onChange={([text = '']) => {
          setPassword(text);
          setError(null);
        }}
        autoComplete="current-password"
        error={error ?? undefined}
        fieldRefs={[field]}
      />
      <CardButtons>
        <Button size="large" onPress={onDemo}>
          {exact.tryDemo}
        </Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {serverTexts.signIn}
        </Button>
      </CardButtons>
      {links && <CardLinks>{links}</CardLinks>}
    </ManagerCard>
  );
}
