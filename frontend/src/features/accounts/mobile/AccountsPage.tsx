import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { EnvelopeDrawing } from '@/components/EnvelopeDrawing';
import { LoadFailed } from '@/components/LoadFailed';
import { Spoken } from '@/components/Spoken';
import type { Account } from '@/generated/contract';
import { groupAccounts, useAccounts } from '@/lib/accounts/accounts';
import { useBankState } from '@/lib/banks/status';
import { openModal } from '@/lib/modals/named';
import { accountsTexts, typeName } from '@/texts/accounts';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';
import { Balance, TotalBalance, useBalanceText, useTotalText } from '../Balance';
import { BankDot, spokenName } from '../BankDot';
import { ClosedAccounts } from '../sidebar/ClosedAccounts';
import { WaitingAccounts } from '../WaitingAccounts';
import styles from './mobile.module.css';

/** The accounts on a phone: groups with their totals, rows with kind and balance. */
export default function AccountsPage() {
  const { data, error, refetch } = useAccounts();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 tabIndex={-1} className={styles.title}>
          {shellTexts.accounts}
        </h1>
        <Button onPress={() => openModal('add-account', {})}>
          <Plus size="1rem" aria-hidden="true" />
          {commonTexts.addAccount}
        </Button>
      </header>
      {data && <Groups accounts={data} />}
      {!data && !error && <WaitingAccounts className={styles.waiting} />}
      {!data && error && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
    </div>
  );
}

function Groups({ accounts }: { accounts: readonly Account[] }) {
  const { open, onBudget, offBudget, closed } = groupAccounts(accounts);
  if (accounts.length === 0) return <NoAccounts />;
  return (
    <>
      <Group title={commonTexts.allAccounts} to="/accounts/all" accounts={open} isHeadOnly />
      {onBudget.length > 0 && (
        <Group title={commonTexts.budgetAccounts} to="/accounts/budgeted" accounts={onBudget} />
      )}
      {offBudget.length > 0 && (
        <Group title={commonTexts.offBudget} to="/accounts/offbudget" accounts={offBudget} />
      )}
      {closed.length > 0 && (
        <div className={styles.closed}>
          <ClosedAccounts accounts={closed}>
            <Rows title={shellTexts.closedAccounts} accounts={closed} />
          </ClosedAccounts>
        </div>
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  to: string;
  accounts: readonly Account[];
  /** The accounts are listed elsewhere. */
  isHeadOnly?: boolean;
}

function Group({ title, to, accounts, isHeadOnly }: GroupProps) {
  const text = useTotalText(accounts);
  return (
    <section aria-label={title}>
      <h2 className={styles.groupHead}>
        <Link to={to} className={styles.groupLink}>
          <Spoken text={shellTexts.balance(title, text)}>
            <span>{title}</span>
            <TotalBalance accounts={accounts} />
          </Spoken>
        </Link>
      </h2>
      {!isHeadOnly && <Rows title={title} accounts={accounts} />}
    </section>
  );
}

function Rows({ title, accounts }: { title: string; accounts: readonly Account[] }) {
  return (
    <ul aria-label={title} className={styles.rows}>
      {accounts.map((account) => (
        <Row key={account.id} account={account} />
      ))}
    </ul>
  );
}

function Row({ account }: { account: Account }) {
  const text = useBalanceText(account);
  const kind = typeName(account.type);
  const bankState = useBankState(account);
  const isLinked = bankState !== null;
  const named = [account.name, kind, isLinked && accountsTexts.linked].filter(Boolean).join(', ');
  const parts = spokenName(named, bankState);
  return (
    <li>
      <Link to={`/accounts/${account.id}`} className={styles.row}>
        <Spoken text={shellTexts.balance(parts, text)}>
          <BankDot state={bankState} />
          <span className={styles.names}>
            <span className={styles.name}>{account.name}</span>
            {kind && <span className={styles.kind}>{kind}</span>}
          </span>
          <Balance account={account} />
        </Spoken>
      </Link>
    </li>
  );
}

function NoAccounts() {
  return (
    <div className={styles.none}>
      <EnvelopeDrawing />
      <p className={styles.noneTitle}>{commonTexts.noAccountsYet}</p>
      <p>{accountsTexts.noneLead}</p>
    </div>
  );
}
