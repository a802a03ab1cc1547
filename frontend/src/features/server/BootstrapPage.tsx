import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { ManagerWaiting } from '@/components/manager/ManagerWaiting';
import { TextField } from '@/components/TextField';
import { bootstrap } from '@/lib/server/server';
import { NewPasswordCard } from './NewPasswordCard';
import { useEntryCheck } from './useEntryCheck';
import { bootstrapErrorText, isAboutSetupCode, words } from './words';

/** The first visit of a new server: its password, and signed in with it at once. */
export default function BootstrapPage({ onDemo }: { onDemo: () => void }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const codeField = useRef<HTMLInputElement>(null);
  const told = useEntryCheck('bootstrap');
  if (!told) return <ManagerWaiting />;
  const save = async (password: string) => {
    setCodeError(undefined);
    try {
      await bootstrap(password, code.trim());
    } catch (error) {
      if (!told.needsSetupCode || !isAboutSetupCode(error)) throw error;
      setCodeError(bootstrapErrorText(error));
      codeField.current?.focus();
      return;
    }
    void navigate('/', { replace: true });
  };
  return (
    <NewPasswordCard
      title={texts.server.titles.bootstrap}
      lead={words.welcomeLead}
      inWords={bootstrapErrorText}
      save={save}
      choices={
        told.needsSetupCode && (
          <TextField
            label={words.setupCode}
            hint={words.setupCodeHint}
            autoComplete="off"
            value={code}
            onChange={(next) => {
              setCode(next);
              setCodeError(undefined);
            }}
            error={codeError}
            inputRef={codeField}
          />
        )
      }
    >
      <Button size="large" onPress={onDemo}>
        {exact.tryDemo}
      </Button>
    </NewPasswordCard>
  );
}
