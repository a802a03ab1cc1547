import type { BankProvider } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { type LinkFor, openModal } from '@/lib/modals/named';

/**
 * Starts linking with a configured provider: chooses the bank, opens the browser sign-in, or shows
 * the accounts immediately. A provider that lost its credentials is set up first.
 */
export async function startLinking(
  provider: BankProvider,
  { upgradingAccountId }: LinkFor,
): Promise<void> {
  if (provider.needsInstitution) {
    openModal('choose-bank', { provider, upgradingAccountId });
  } else if (provider.browser) {
    openModal('plaid-external-msg', {
      start: { provider: provider.id, accountId: upgradingAccountId },
      upgradingAccountId,
    });
  } else {
    await showAccounts(provider, upgradingAccountId);
  }
}

async function showAccounts(provider: BankProvider, upgradingAccountId: string | null) {
  try {
    const access = await send('bank/accounts', { provider: provider.id });
    openModal('select-linked-accounts', { access, upgradingAccountId });
  } catch (error) {
    if (errorCode(error) !== 'not-configured') throw error;
    openModal('set-up-provider', { provider, upgradingAccountId });
  }
}
