import { useState } from 'react';
import { useNavigate } from 'react-router';
import { exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { ManagerWaiting } from '@/components/manager/ManagerWaiting';
import { TextField } from '@/components/TextField';
import { bootstrap } from '@/lib/server/server';
import { NewPasswordCard } from './NewPasswordCard';
import { useEntryCheck } from './useEntryCheck';
import { bootstrapErrorText, words } from './words';

/** The first visit of a new server: its password, and signed in with it at once. */
export default function BootstrapPage({ onDemo }: { onDemo: () => void }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const told = useEntryCheck('bootstrap');
  if (!told) return <ManagerWaiting />;
  return (
    <NewPasswordCard
      title={texts.server.titles.bootstrap}
      lead={words.welcomeLead}
      inWords={bootstrapErrorText}
      save={async (password) => {
        await bootstrap(password, code.trim());
        void navigate('/', { replace: true });
      }}
      choices={
        told.needsSetupCode && (
          <TextField
            label={words.setupCode}
            hint={words.setupCodeHint}
            autoComplete="off"
            value={code}
            onChange={setCode}
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
