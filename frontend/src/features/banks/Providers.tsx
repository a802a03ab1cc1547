import { Landmark, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { showConfirm } from '@/components/AlertDialog';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { LoadFailed } from '@/components/LoadFailed';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { SkeletonLines } from '@/components/SkeletonLines';
import type { BankProvider, LinkedAccount } from '@/generated/contract';
import { rereadProviders, useProviders } from '@/lib/banks/banks';
import { send } from '@/lib/connection/backend';
import { errorCode } from '@/lib/connection/callError';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { addAccountTexts } from '@/texts/bankLinking';
import { bankPageTexts } from '@/texts/bankScreens';
import styles from './BankSyncPage.module.css';
import { bankErrorText } from './linking/bankErrorText';
import { regionNames } from './linking/regionNames';
import { startLinking } from './linking/startLinking';

/** The providers: which are set up, for whom, and their actions. */
export function Providers({ linked }: { linked: readonly LinkedAccount[] }) {
  const { data, error, refetch } = useProviders();
  const isWithoutServer = error !== null && errorCode(error) === 'no-server';
  return (
    <section aria-labelledby="bank-providers" className={styles.section}>
      <h2 id="bank-providers">{bankPageTexts.providers}</h2>
      {!data && !error && <SkeletonLines lines={3} />}
      {isWithoutServer && <p className={styles.lead}>{addAccountTexts.noServer}</p>}
      {error && !isWithoutServer && (
        <LoadFailed onRetry={() => void refetch()}>{bankErrorText(error)}</LoadFailed>
      )}
      {data && (
        <div className={styles.cards}>
          {data.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              count={linked.filter((each) => each.provider === provider.id).length}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface ProviderCardProps {
  provider: BankProvider;
  /** The number of accounts linked through it. */
  count: number;
}

function ProviderCard({ provider, count }: ProviderCardProps) {
  const { name, regions, configured } = provider;
  const setUp = () =>
    openModal('set-up-provider', { provider, upgradingAccountId: null, onDone: () => {} });
  return (
    <article aria-label={name} className={`${styles.card} ${styles.provider}`}>
      <div className={styles.cardHead}>
        <h3>{name}</h3>
        {configured !== null && provider.canConfigure && (
          <ProviderMenu provider={provider} count={count} onEdit={setUp} />
        )}
      </div>
      <p className={styles.quiet}>{regionNames(regions).join(', ')}</p>
      <p className={styles.configured} data-on={configured !== null || undefined}>
        {bankPageTexts.configured[configured ?? 'none']}
      </p>
      {configured === null ? (
        <Button
          aria-label={bankPageTexts.setUpNamed(name)}
          onPress={() => openModal('set-up-provider', { provider, upgradingAccountId: null })}
        >
          {bankPageTexts.setUp}
        </Button>
      ) : (
        <LinkButton provider={provider} />
      )}
    </article>
  );
}

function LinkButton({ provider }: { provider: BankProvider }) {
  const [isBusy, setBusy] = useState(false);
  const link = async () => {
    setBusy(true);
    try {
      await startLinking(provider, { upgradingAccountId: null });
    } catch (error) {
      notify({ id: 'bank-link', type: 'error', message: bankErrorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      aria-label={bankPageTexts.linkAt(provider.name)}
      isBusy={isBusy}
      onPress={() => void link()}
    >
      <Landmark size="1rem" aria-hidden="true" />
      {bankPageTexts.linkAccounts}
    </Button>
  );
}

interface ProviderMenuProps extends ProviderCardProps {
  onEdit: () => void;
}

function ProviderMenu({ provider, count, onEdit }: ProviderMenuProps) {
  const act = (id: unknown) => {
    if (id === 'edit') return onEdit();
    showConfirm(bankPageTexts.reset, bankPageTexts.resetLead(provider.name, count), {
      text: bankPageTexts.reset,
      look: 'danger',
      act: () => void reset(provider),
    });
  };
  return (
    <MenuTrigger>
      <IconButton label={bankPageTexts.menuOf(provider.name)}>
        <MoreHorizontal size="1.125rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={act}>
        <MenuItem id="edit">{bankPageTexts.edit}</MenuItem>
        <MenuItem id="reset" look="danger">
          {bankPageTexts.reset}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}

async function reset({ id, name, configured }: BankProvider): Promise<void> {
  try {
    await send('bank/reset', { provider: id, scope: configured ?? 'budget' });
    await rereadProviders();
    notify({ id: 'bank-reset', type: 'message', message: bankPageTexts.resetDone(name) });
  } catch (error) {
    notify({ id: 'bank-reset', type: 'error', message: bankErrorText(error) });
  }
}
