import { Wallet } from 'lucide-react';
import { Button } from '@/components/Button';
import { exact } from '@/domain/transactions/texts';
import {
  changeReconcile,
  clearFilters,
  setSearch,
  useRegisterView,
} from '@/domain/transactions/view';
import { openModal } from '@/lib/modals/named';

interface EmptyListProps {
  hasAccounts: boolean;
  isNarrowed: boolean;
}

/** What an empty register says, and the way on. */
export function EmptyList({ hasAccounts, isNarrowed }: EmptyListProps) {
  const isOfReconciling = useRegisterView(
    (view) => isNarrowed && view.filters.length === 0 && view.searchExpression === null,
  );
  if (!hasAccounts) {
    return (
      <>
        <Wallet size="2rem" strokeWidth={1.5} aria-hidden="true" />
        <h2>No accounts yet</h2>
        <p>Add the accounts you use. Their transactions are listed here.</p>
        <Button look="primary" onPress={() => openModal('add-account', {})}>
          {exact.addAccount}
        </Button>
      </>
    );
  }
  if (isOfReconciling) {
    return (
      <>
        <p>Every transaction is cleared</p>
        <Button onPress={() => changeReconcile({ unclearedOnly: false })}>Show all of them</Button>
      </>
    );
  }
  if (isNarrowed) {
    const clear = () => {
      clearFilters();
      setSearch('', null);
    };
    return (
      <>
        <p>Nothing matches</p>
        <Button onPress={clear}>Clear filters</Button>
      </>
    );
  }
  return <p>{exact.noTransactions}</p>;
}
