import { HandCoins, Landmark, Plus, ServerOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import { Problem } from '@/components/Problem';
import { SkeletonLines } from '@/components/SkeletonLines';
import type { AccountId, BankProvider } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { useProviders } from '@/lib/banks/banks';
import { errorCode } from '@/lib/connection/callError';
import { openModal } from '@/lib/modals/named';
import { addAccountTexts } from '@/texts/bankLinking';
import { commonTexts } from '@/texts/common';
import { bankErrorText } from './bankErrorText';
import styles from './linking.module.css';
import { regionNames } from './regionNames';
import { startLinking } from './startLinking';

interface AddAccountProps {
  /** An existing account to link. The dialog then does not offer a local account. */
  upgradingAccountId: AccountId | null;
  onServer: () => void;
  onClose: () => void;
}

/** Adds a local account, or accounts from a bank. */
export function AddAccountDialog(props: AddAccountProps) {
  const { upgradingAccountId, onClose } = props;
  const { data: accounts = [] } = useAccounts();
  const upgraded = accounts.find(({ id }) => id === upgradingAccountId);
  return (
    <Dialog
      title={upgradingAccountId === null ? commonTexts.addAccount : addAccountTexts.linkTitle}
      onClose={onClose}
    >
      <p className={styles.lead}>
        {upgraded ? addAccountTexts.linkTo(upgraded.name) : addAccountTexts.lead}
      </p>
      <div className={styles.choices}>
        {upgradingAccountId === null && (
          <Way
            icon={<HandCoins size="1.25rem" aria-hidden="true" />}
            name={addAccountTexts.local}
            hint={addAccountTexts.localHint}
            autoFocus
            onPress={() => {
              onClose();
              openModal('add-local-account', {});
            }}
          />
        )}
        <LinkWays {...props} />
      </div>
    </Dialog>
  );
}

interface WayProps {
  icon: ReactNode;
  name: string;
  hint?: string;
  isBusy?: boolean;
  autoFocus?: boolean;
  onPress: () => void;
}

function Way({ icon, name, hint, isBusy = false, autoFocus = false, onPress }: WayProps) {
  return (
    <Button className={styles.way} isBusy={isBusy} autoFocus={autoFocus} onPress={onPress}>
      <span className={styles.wayIcon}>{icon}</span>
      <span className={styles.wayText}>
        <span className={styles.wayName}>{name}</span>
        {hint && <span className={styles.wayHint}>{hint}</span>}
      </span>
    </Button>
  );
}

/** The configured providers, one line each, and a button to set up another one. */
function LinkWays({ upgradingAccountId, onServer, onClose }: AddAccountProps) {
  const { data, error, refetch } = useProviders();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const link = async (provider: BankProvider) => {
    setBusy(provider.id);
    setFailure(undefined);
    try {
      await startLinking(provider, { upgradingAccountId });
      onClose();
    } catch (reason) {
      setFailure(bankErrorText(reason));
      setBusy(null);
    }
  };
  const ready = data?.filter(({ configured }) => configured !== null) ?? [];
  return (
    <section aria-labelledby="link-ways" className={styles.linkWays}>
      <h3 id="link-ways">{addAccountTexts.link}</h3>
      <p className={styles.hint}>{addAccountTexts.linkHint}</p>
      {failure && <Problem>{failure}</Problem>}
      {!data && !error && <SkeletonLines lines={2} />}
      {error && errorCode(error) === 'no-server' && (
        <NoServer
          onServer={() => {
            onClose();
            onServer();
          }}
        />
      )}
      {error && errorCode(error) !== 'no-server' && (
        <LoadFailed onRetry={() => void refetch()}>{bankErrorText(error)}</LoadFailed>
      )}
      {ready.map((provider) => (
        <Way
          key={provider.id}
          icon={<Landmark size="1.25rem" aria-hidden="true" />}
          name={provider.name}
          hint={addAccountTexts.regions(regionNames(provider.regions))}
          isBusy={busy === provider.id}
          onPress={() => void link(provider)}
        />
      ))}
      {data && (
        <Way
          icon={<Plus size="1.25rem" aria-hidden="true" />}
          name={addAccountTexts.setUp}
          onPress={() => {
            onClose();
            openModal('set-up-provider', { provider: null, upgradingAccountId });
          }}
        />
      )}
      {data && (
        <Button look="link" onPress={() => openModal('bank-help', {})}>
          {addAccountTexts.help}
        </Button>
      )}
    </section>
  );
}

function NoServer({ onServer }: { onServer: () => void }) {
  return (
    <div className={styles.noServer}>
      <p className={styles.note}>
        <ServerOff size="1.125rem" aria-hidden="true" />
        {addAccountTexts.noServer}
      </p>
      <Button look="link" onPress={onServer}>
        {addAccountTexts.useServer}
      </Button>
    </div>
  );
}
