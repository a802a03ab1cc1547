import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { NoteButton } from '@/components/NoteButton';
import { RenameField } from '@/components/RenameField';
import { Skeleton } from '@/components/Skeleton';
import type { EntrySource } from '@/domain/transactions/entrySource';
import { run } from '@/domain/transactions/run';
import { isNarrowed, useRegisterView, type ViewId } from '@/domain/transactions/view';
import type { Account } from '@/generated/contract';
import { renameAccount, saveAccountNote } from '@/lib/accounts/changes';
import { useNote } from '@/lib/notes/notes';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { accountsTexts } from '@/texts/accounts';
import { registerTexts } from '@/texts/register';
import type { RegisterList } from '../model/registerList';
import { viewTitle } from '../model/titles';
import { partialCells, useViewBalance } from '../useViewBalance';
import { BalanceLine } from './BalanceLine';
import { Chip } from './Chip';
import { FoundCount } from './FoundCount';
import { FoundSum } from './FoundSum';
import styles from './head.module.css';
import { useFilteredTotal } from './useFilteredTotal';

interface RegisterHeadProps {
  viewId: ViewId;
  accounts: readonly Account[];
  list: RegisterList;
  /** The results of the current search are still loading. */
  isBehind: boolean;
}

/** The title with its name, note and balance. */
export function RegisterHead({ viewId, accounts, list, isBehind }: RegisterHeadProps) {
  const isNarrowedNow = useRegisterView(isNarrowed);
  const filterName = useRegisterView((state) => state.filterName);
  const partsOnly = useRegisterView(({ parts }) => parts);
  const balance = useViewBalance(viewId, accounts);
  const account = accounts.find(({ id }) => id === viewId);
  const title = filterName ?? viewTitle(viewId, accounts);
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <Title key={title} title={title} account={account} />
        {account && <AccountNote account={account} />}
      </div>
      <div className={styles.balances}>
        {account && !isNarrowedNow && (
          <BalanceLine key={account.id} accountId={account.id} balance={balance} />
        )}
        {partsOnly && <FoundSum source={list.source} isBehind={isBehind} />}
        {isNarrowedNow && !partsOnly && <FoundCount list={list} isBehind={isBehind} />}
        {isNarrowedNow && !partsOnly && (
          <FilteredBalance source={list.source} isBehind={isBehind} />
        )}
        {!partsOnly && <Balance cents={balance} />}
        {account && <PartialBalances account={account} />}
      </div>
    </header>
  );
}

function Title({ title, account }: { title: string; account: Account | undefined }) {
  const [isEditing, setEditing] = useState(false);
  if (account && isEditing) {
    return (
      <RenameField
        label={accountsTexts.accountName}
        name={account.name}
        className={styles.rename}
        onCommit={(name) => {
          void run(renameAccount(account, name));
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <>
      <h1 tabIndex={-1} className={styles.title} onDoubleClick={() => setEditing(true)}>
        {title}
      </h1>
      {account && (
        <IconButton label={registerTexts.renameAccount} onPress={() => setEditing(true)}>
          <Pencil size="0.9375rem" aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

function AccountNote({ account }: { account: Account }) {
  const id = `account-${account.id}`;
  const known = useNote(id);
  return (
    <NoteButton
      key={id}
      about={account.name}
      {...known}
      onSave={(note) => void run(saveAccountNote(account, note))}
    />
  );
}

/** The balances of an account's cleared and uncleared transactions, shown unless hidden. */
function PartialBalances({ account }: { account: Account }) {
  const key = `show-extra-balances-${account.id}` as const;
  const isShown = usePref(key);
  const cells = partialCells(account);
  const Chevron = isShown ? ChevronLeft : ChevronRight;
  return (
    <>
      {isShown && (
        <>
          <PartialBalance cell={cells.cleared} label={registerTexts.cleared} />
          <PartialBalance cell={cells.uncleared} label={registerTexts.uncleared} />
        </>
      )}
      <Button
        look="bare"
        aria-expanded={isShown}
        onPress={() => void run(savePrefs({ [key]: !isShown }))}
      >
        {isShown ? registerTexts.hideCleared : registerTexts.showCleared}
        <Chevron size="0.875rem" aria-hidden="true" />
      </Button>
    </>
  );
}

function PartialBalance({ cell, label }: { cell: string; label: string }) {
  return <Chip label={label} cents={useAmountCell(GLOBAL_SHEET, cell)} />;
}

interface FilteredBalanceProps {
  source: EntrySource;
  isBehind: boolean;
}

/** The total of the transactions that match the search and the filters. */
function FilteredBalance({ source, isBehind }: FilteredBalanceProps) {
  return <Chip label={registerTexts.filteredBalance} cents={useFilteredTotal(source, isBehind)} />;
}

function Balance({ cents }: { cents: number | undefined }) {
  const amounts = useAmountFormat();
  return (
    <span className={styles.large} data-negative={(cents ?? 0) < 0 || undefined}>
      <span className="visually-hidden">{registerTexts.balance}</span>
      {cents === undefined ? <Skeleton width={80} /> : amounts.format(cents)}
    </span>
  );
}
