import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { ManagerWaiting } from '@/components/manager/ManagerWaiting';
import { TextField } from '@/components/TextField';
import { bootstrap } from '@/lib/server/server';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { bootstrapErrorText, isAboutSetupCode } from './errorWords';
import { NewPasswordCard } from './NewPasswordCard';
import { useEntryCheck } from './useEntryCheck';

/** The first visit of a new server: its password, and signed in with it at once. */
export default function BootstrapPage({ onDemo }: { onDemo: () => void }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const codeField = useRef<HTMLInputElement>(null);
  const server = useEntryCheck('bootstrap');
  if (!server) return <ManagerWaiting />;
  const save = async (password: string) => {
    setCodeError(undefined);
    try {
      await bootstrap(password, code.trim());
    } catch (error) {
      if (!server.needsSetupCode || !isAboutSetupCode(error)) throw error;
      setCodeError(bootstrapErrorText(error));
      codeField.current?.focus();
      return;
    }
    void navigate('/', { replace: true });
  };
  return (
    <NewPasswordCard
      title={serverTexts.titles.bootstrap}
      lead={serverTexts.welcomeLead}
      inWords={bootstrapErrorText}
      save={save}
      choices={
        server.needsSetupCode && (
          <TextField
            label={serverTexts.setupCode}
            hint={serverTexts.setupCodeHint}
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
