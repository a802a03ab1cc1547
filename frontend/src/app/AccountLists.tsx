import { ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Skeleton } from '@/components/Skeleton';
import { type AccountGroups, groupAccounts, useAccounts } from '@/features/accounts/api';
import type { Account } from '@/generated/contract';
import { notify } from '@/lib/notices/notices';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import styles from './AccountLists.module.css';
import { errorText, texts } from './texts';

interface BalanceProps {
  cents: number | undefined;
}

function Balance({ cents }: BalanceProps) {
  const amounts = useAmountFormat();
  if (cents === undefined) return <Skeleton width={56} />;
  const look = cents < 0 ? styles.negative : cents === 0 ? styles.zero : '';
  return <span className={`${styles.amount} ${look}`}>{amounts.format(cents)}</span>;
}

function AccountRow({ account }: { account: Account }) {
  const cents = useAmountCell(GLOBAL_SHEET, `balance-${account.id}`);
  const amounts = useAmountFormat();
  return (
    <li
      className={styles.row}
      aria-label={texts.shell.balance(account.name, amounts.format(cents))}
      data-account={account.id}
    >
      <span className={styles.name} title={account.name}>
        {account.name}
      </span>
      <Balance cents={cents} />
    </li>
  );
}

interface GroupProps {
  title: string;
  totalCell: string;
  accounts?: readonly Account[];
}

function Group({ title, totalCell, accounts = [] }: GroupProps) {
  const cents = useAmountCell(GLOBAL_SHEET, totalCell);
  const amounts = useAmountFormat();
  return (
    <section aria-label={title}>
      <p className={styles.heading}>
        <span className="visually-hidden">{texts.shell.balance(title, amounts.format(cents))}</span>
        <span className={styles.headingName} aria-hidden="true">
          {title}
        </span>
        <span aria-hidden="true">
          <Balance cents={cents} />
        </span>
      </p>
      {accounts.length > 0 && (
        <ul aria-label={title}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ClosedGroup({ accounts }: { accounts: readonly Account[] }) {
  const open = usePref('ui.showClosedAccounts');
  const cents = useAmountCell(GLOBAL_SHEET, 'closed-accounts-balance');
  const toggle = () =>
    savePrefs({ 'ui.showClosedAccounts': !open }).catch((error: unknown) =>
      notify({ type: 'error', message: errorText(error) }),
    );
  return (
    <section aria-label={texts.shell.closedAccounts}>
      <Button
        className={styles.toggle ?? ''}
        aria-expanded={open}
        aria-label={texts.shell.closedAccounts}
        onPress={() => void toggle()}
      >
        <span className={styles.headingName}>
          <ChevronRight
            size={14}
            className={styles.chevron}
            data-open={open || undefined}
            aria-hidden="true"
          />
          {texts.shell.closedAccounts}
        </span>
        <Balance cents={cents} />
      </Button>
      {open && (
        <ul aria-label={texts.shell.closedAccounts}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </section>
  );
}

const NO_GROUPS: AccountGroups = { onBudget: [], offBudget: [], closed: [] };

/** All accounts with their live balances, by group; closed ones behind a disclosure. */
export function AccountLists({ isTouch = false }: { isTouch?: boolean }) {
  const { data } = useAccounts();
  const { onBudget, offBudget, closed } = data ? groupAccounts(data) : NO_GROUPS;
  if (data?.length === 0) return <p className={styles.none}>{texts.shell.noAccounts}</p>;
  return (
    <div className={`${styles.lists} ${isTouch ? styles.touch : ''}`}>
      <Group title={texts.shell.allAccounts} totalCell="accounts-balance" />
      {onBudget.length > 0 && (
        <Group
          title={texts.shell.forBudget}
          totalCell="budgeted-accounts-balance"
          accounts={onBudget}
        />
      )}
      {offBudget.length > 0 && (
        <Group
          title={texts.shell.offBudget}
          totalCell="offbudget-accounts-balance"
          accounts={offBudget}
        />
      )}
      {closed.length > 0 && <ClosedGroup accounts={closed} />}
    </div>
  );
}
