import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { changePassword, signOthersOut } from '@/lib/server/server';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { changeErrorText } from './errorWords';
import { NewPasswordCard } from './NewPasswordCard';

/** The words of success can be read for so long. */
export const REDIRECT_MS = 1_500;

/**
 * Signs the other devices out. Returns a message even if that fails, because the password is
 * already changed.
 */
async function signOut(): Promise<string> {
  try {
    return serverTexts.signedOut(await signOthersOut());
  } catch (error) {
    return serverTexts.notSignedOut(errorText(error));
  }
}

/**
 * Changes the server's password; other devices stay signed in unless the user chooses otherwise.
 */
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
      title={serverTexts.titles.change}
      lead={endsOthers ? serverTexts.changeLeadAll : serverTexts.changeLead}
      inWords={changeErrorText}
      save={async (password) => {
        await changePassword(password);
        const more = endsOthers ? `. ${await signOut()}` : '';
        setDone(exact.passwordChanged + more);
      }}
      done={done}
      choices={
        <Checkbox isSelected={endsOthers} onChange={setEndsOthers}>
          {serverTexts.alsoSignOut}
        </Checkbox>
      }
    >
      <Button size="large" onPress={() => void navigate('/')}>
        {commonTexts.cancel}
      </Button>
    </NewPasswordCard>
  );
}
