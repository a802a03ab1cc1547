import { useState } from 'react';
import { Button } from '@/components/Button';
import type { Account, LinkedAccount } from '@/generated/contract';
import { openModal } from '@/lib/modals/named';
import { bankBannerTexts } from '@/texts/bankProblems';
import { ProviderSite } from './ProviderSite';
import { reauthorize } from './repair';

interface ProblemActionsProps {
  account: Account;
  linked: LinkedAccount;
  /** Hides the unlink button, where the screen already has one. */
  withoutUnlink?: boolean;
}

/** Ways to fix a linked account that fails to sync. */
export function ProblemActions({ account, linked, withoutUnlink = false }: ProblemActionsProps) {
  const { status, error, provider, bankId } = linked;
  const isLost = status === 'reauth-required';
  const isMissing = status === 'account-missing' && error?.type !== 'ITEM_ERROR';
  const isAsked = status === 'attention-required';
  const unlinkWord = isLost || isMissing ? bankBannerTexts.unlink : bankBannerTexts.unlinkAccount;
  return (
    <>
      {!withoutUnlink && (
        <Button onPress={() => openModal('unlink-account', { account })}>{unlinkWord}</Button>
      )}
      {isLost && <Renew broken={{ accountId: account.id, bankId, provider }} />}
      {isMissing && (
        <Button onPress={() => openModal('add-account', { upgradingAccountId: account.id })}>
          {bankBannerTexts.linkAgain}
        </Button>
      )}
      {isAsked && provider && <ProviderSite provider={provider} />}
    </>
  );
}

function Renew({ broken }: { broken: Parameters<typeof reauthorize>[0] }) {
  const [isBusy, setBusy] = useState(false);
  const word =
    broken.provider === 'simpleFin' ? bankBannerTexts.setUpAgain : bankBannerTexts.reauthorize;
  const renew = async () => {
    setBusy(true);
    await reauthorize(broken);
    setBusy(false);
  };
  return (
    <Button look="primary" isBusy={isBusy} onPress={() => void renew()}>
      {word}
    </Button>
  );
}
