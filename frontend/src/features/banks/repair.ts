import type { BankProviderId } from '@/generated/contract';
import { fetchProviders } from '@/lib/banks/banks';
import { syncWithBank } from '@/lib/banks/status';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { bankBannerTexts } from '@/texts/bankProblems';

/** A connection to renew, and one of its accounts to sync afterwards. */
export interface Broken {
  accountId: string;
  bankId: string | null;
  provider: BankProviderId | null;
}

/** Renews a connection by a new sign-in, or by setting up a provider without browser sign-in. */
export async function reauthorize({ accountId, bankId, provider }: Broken): Promise<void> {
  const onRepaired = () => void syncWithBank(accountId);
  try {
    if (provider === 'simpleFin') return await setUpAgain(provider, () => void syncWithBank(null));
    const { linkToken } = await send('make-plaid-public-token', { bankId: bankId ?? '' });
    const start = { linkToken, provider };
    openModal('plaid-external-msg', { start, upgradingAccountId: null, onRepaired });
  } catch (error) {
    if (errorCode(error) === 'not-supported' && provider !== null) {
      return setUpAgain(provider, () => void syncWithBank(null)).catch(tellUnable);
    }
    tellUnable();
  }
}

function tellUnable(): void {
  const message = bankBannerTexts.unableToProcess;
  notify({ id: 'bank-repair', type: 'error', message });
}

async function setUpAgain(id: BankProviderId, onDone: () => void): Promise<void> {
  const provider = (await fetchProviders()).find((each) => each.id === id);
  if (!provider) return tellUnable();
  openModal('set-up-provider', { provider, upgradingAccountId: null, onDone });
}
