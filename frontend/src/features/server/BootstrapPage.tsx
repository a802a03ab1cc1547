import { useNavigate } from 'react-router';
import { exact, texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { ManagerWaiting } from '@/components/manager/ManagerWaiting';
import { bootstrap } from '@/lib/server/server';
import { NewPasswordCard } from './NewPasswordCard';
import { useEntryCheck } from './useEntryCheck';
import { bootstrapErrorText, words } from './words';

/** The first visit of a new server: its password, and signed in with it at once. */
export default function BootstrapPage({ onDemo }: { onDemo: () => void }) {
  const navigate = useNavigate();
  const isRight = useEntryCheck('bootstrap');
  if (!isRight) return <ManagerWaiting />;
  return (
    <NewPasswordCard
      title={texts.server.titles.bootstrap}
      lead={words.welcomeLead}
      inWords={bootstrapErrorText}
      save={async (password) => {
        await bootstrap(password);
        void navigate('/', { replace: true });
      }}
    >
      <Button size="large" onPress={onDemo}>
        {exact.tryDemo}
      </Button>
    </NewPasswordCard>
  );
}
