import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/Button';
import type { Account, LinkedAccount } from '@/generated/contract';
import { openModal } from '@/lib/modals/named';
import { providerHelp } from '@/texts/bankHelp';
import { bankBannerTexts } from '@/texts/bankProblems';
import { reauthorize } from './repair';

interface ProblemActionsProps {
  account: Account;
  linked: LinkedAccount;
  /** Unlinking is offered elsewhere. */
  withoutUnlink?: boolean;
}

/** What a person can do about a linked account that is not fetched. */
export function ProblemActions({ account, linked, withoutUnlink = false }: ProblemActionsProps) {
  const { status, error, provider, bankId } = linked;
  const isLost = status === 'reauth-required';
  const isMissing = status === 'account-missing' && error?.type !== 'ITEM_ERROR';
  const isAsked = status === 'attention-required' && provider !== null;
  const site = isAsked ? providerHelp[provider].site : undefined;
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
      {site && (
        <a href={site.url} target="_blank" rel="noreferrer">
          {bankBannerTexts.openProvider(site.name)}
          <ExternalLink size="0.875rem" aria-hidden="true" />
        </a>
      )}
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
