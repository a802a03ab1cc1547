import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { CardButtons, CardError, CardLinks, ManagerCard } from '@/components/manager/ManagerCard';
import { loadServer } from '@/lib/server/server';
import { commonTexts } from '@/texts/common';
import { serverTexts } from '@/texts/server';
import { statusErrorText } from './errorWords';
import { useAttempt } from './useAttempt';

/** The server could not say how it is set up. */
export default function ErrorPage({ links }: { links?: ReactNode }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const code = (state as { code?: string } | null)?.code ?? null;
  const { isBusy, attempt } = useAttempt(() => '');
  const tryAgain = async () => {
    await attempt(loadServer);
    void navigate('/', { replace: true });
  };
  return (
    <ManagerCard title={serverTexts.titles.error}>
      <CardError>{statusErrorText(code)}</CardError>
      <CardButtons>
        <Button look="primary" autoFocus isBusy={isBusy} onPress={() => void tryAgain()}>
          {commonTexts.tryAgain}
        </Button>
      </CardButtons>
      {links && <CardLinks>{links}</CardLinks>}
    </ManagerCard>
  );
}
