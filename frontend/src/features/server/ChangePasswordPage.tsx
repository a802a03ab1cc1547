import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { changePassword } from '@/lib/server/server';
import { NewPasswordCard } from './NewPasswordCard';
import { changeErrorText, words } from './words';

/** The words of success can be read for so long (spec/1 section 9). */
export const REDIRECT_MS = 1_500;

/** Gives the server another password. */
export default function ChangePasswordPage() {
  const navigate = useNavigate();
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => void navigate('/'), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  return (
    <NewPasswordCard
      title={texts.server.titles.change}
      lead={words.changeLead}
      inWords={changeErrorText}
      save={async (password) => {
        await changePassword(password);
        setDone(exact.passwordChanged);
      }}
      done={done}
    >
      <Button size="large" onPress={() => void navigate('/')}>
        {texts.common.cancel}
      </Button>
    </NewPasswordCard>
  );
}
