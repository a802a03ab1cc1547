import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText, exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { changePassword, signOthersOut } from '@/lib/server/server';
import { NewPasswordCard } from './NewPasswordCard';
import { changeErrorText, words } from './words';

/** The words of success can be read for so long (spec/1 section 9). */
export const REDIRECT_MS = 1_500;

/** Signs the other devices out and answers what became of it: the password is changed already. */
async function signOut(): Promise<string> {
  try {
    return words.signedOut(await signOthersOut());
  } catch (error) {
    return words.notSignedOut(errorText(error));
  }
}

/** Gives the server another password; other devices stay signed in unless that is asked for. */
export default function ChangePasswordPage() {
  const navigate = useNavigate();
  const [done, setDone] = useState<string | null>(null);
  const [endsOthers, setEndsOthers] = useState(false);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => void navigate('/'), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  return (
    <NewPasswordCard
      title={texts.server.titles.change}
      lead={endsOthers ? words.changeLeadAll : words.changeLead}
      inWords={changeErrorText}
      save={async (password) => {
        await changePassword(password);
        const more = endsOthers ? `. ${await signOut()}` : '';
        setDone(exact.passwordChanged + more);
      }}
      done={done}
      choices={
        <Checkbox isSelected={endsOthers} onChange={setEndsOthers}>
          {words.alsoSignOut}
        </Checkbox>
      }
    >
      <Button size="large" onPress={() => void navigate('/')}>
        {texts.common.cancel}
      </Button>
    </NewPasswordCard>
  );
}
