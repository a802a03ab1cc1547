import { CircleHelp, RefreshCw } from 'lucide-react';
import { Button } from '@/components/Button';
import { LoadFailed } from '@/components/LoadFailed';
import { SkeletonLines } from '@/components/SkeletonLines';
import { groupAccounts, useAccounts } from '@/lib/accounts/accounts';
import { useBanks, useLinkedAccounts } from '@/lib/banks/banks';
import { isLinkable } from '@/lib/banks/status';
import { openModal } from '@/lib/modals/named';
import { bankPageTexts } from '@/texts/bankScreens';
import { errorText } from '@/texts/errors';
import styles from './BankSyncPage.module.css';
import { connectionsOf } from './connections';
import { FetchSchedule } from './FetchSchedule';
import { LinkedRow } from './LinkedRow';
import { Providers } from './Providers';
import { useSyncButton } from './useSyncButton';
import { ValidUntil } from './ValidUntil';

/** The bank sync page: providers, linked accounts with their status, and the schedule. */
export function BankSyncPage() {
  const linked = useLinkedAccounts();
  const hasLinked = (linked.data?.length ?? 0) > 0;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 tabIndex={-1}>{bankPageTexts.title}</h1>
          <p className={styles.lead}>{bankPageTexts.lead}</p>
        </div>
        <div className={styles.buttons}>
          <Button onPress={() => openModal('bank-help', {})}>
            <CircleHelp size="1rem" aria-hidden="true" />
            {bankPageTexts.help}
          </Button>
          {hasLinked && <SyncAll />}
        </div>
      </header>
      {linked.error && !linked.data && (
        <LoadFailed onRetry={() => void linked.refetch()}>{errorText(linked.error)}</LoadFailed>
      )}
      {!linked.data && !linked.error && <SkeletonLines lines={6} />}
      {linked.data && <Linked />}
      <Providers linked={linked.data ?? []} />
      {hasLinked && <FetchSchedule />}
      <Unlinked />
    </div>
  );
}

function SyncAll() {
  const { isBusy, sync } = useSyncButton(null);
  return (
    <Button look="primary" isBusy={isBusy} onPress={sync}>
      <RefreshCw size="1rem" aria-hidden="true" />
      {bankPageTexts.syncAll}
    </Button>
  );
}

/** The linked accounts, grouped by connection. */
function Linked() {
  const { data: linked = [] } = useLinkedAccounts();
  const { data: banks = [] } = useBanks();
  const { data: accounts = [] } = useAccounts();
  const connections = connectionsOf(linked, banks, accounts);
  return (
    <section aria-labelledby="bank-linked" className={styles.section}>
      <h2 id="bank-linked">{bankPageTexts.linked}</h2>
      {connections.length === 0 && <p className={styles.lead}>{bankPageTexts.noLinked}</p>}
      {connections.map(({ id, name, provider, validUntil, rows }) => (
        <article key={id} aria-label={name} className={styles.card}>
          <div className={styles.cardHead}>
            <h3>{name}</h3>
            {provider && <span className={styles.quiet}>{provider}</span>}
            {validUntil && <ValidUntil time={validUntil} />}
          </div>
          <ul aria-label={name} className={styles.rows}>
            {rows.map(({ account, linked: row }) => (
              <LinkedRow key={account.id} account={account} linked={row} />
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

function Unlinked() {
  const { data: accounts = [] } = useAccounts();
  const unlinked = groupAccounts(accounts).open.filter(isLinkable);
  if (unlinked.length === 0) return null;
  return (
    <section aria-labelledby="bank-unlinked" className={styles.section}>
      <h2 id="bank-unlinked">{bankPageTexts.unlinked}</h2>
      <ul className={`${styles.card} ${styles.rows}`}>
        {unlinked.map(({ id, name }) => (
          <li key={id} className={styles.plainRow}>
            <span className={styles.name}>{name}</span>
            <Button
              aria-label={bankPageTexts.linkNamed(name)}
              onPress={() => openModal('add-account', { upgradingAccountId: id })}
            >
              {bankPageTexts.link}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
