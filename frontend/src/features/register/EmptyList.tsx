import { Wallet } from 'lucide-react';
import { Button } from '@/components/Button';
import {
  changeReconcile,
  clearFilters,
  setSearch,
  useRegisterView,
  useViewStore,
} from '@/domain/transactions/view';
import { openModal } from '@/lib/modals/named';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';

interface EmptyListProps {
  hasAccounts: boolean;
  isNarrowed: boolean;
}

/** What an empty register says, and the way on. */
export function EmptyList({ hasAccounts, isNarrowed }: EmptyListProps) {
  const view = useViewStore();
  const isOfReconciling = useRegisterView(
    ({ filters, searchExpression }) =>
      isNarrowed && filters.length === 0 && searchExpression === null,
  );
  if (!hasAccounts) {
    return (
      <>
        <Wallet size="2rem" strokeWidth={1.5} aria-hidden="true" />
        <h2>{registerTexts.noAccountsYet}</h2>
        <p>{registerTexts.noAccountsHint}</p>
        <Button look="primary" onPress={() => openModal('add-account', {})}>
          {transactionsTexts.addAccount}
        </Button>
      </>
    );
  }
  if (isOfReconciling) {
    return (
      <>
        <p>{registerTexts.everyTransactionIsCleared}</p>
        <Button onPress={() => changeReconcile(view, { unclearedOnly: false })}>
          {registerTexts.showAllOfThem}
        </Button>
      </>
    );
  }
  if (isNarrowed) {
    const clear = () => {
      clearFilters(view);
      setSearch(view, '', null);
    };
    return (
      <>
        <p>{registerTexts.nothingMatches}</p>
        <Button onPress={clear}>{registerTexts.clearFilters}</Button>
      </>
    );
  }
  return <p>{transactionsTexts.noTransactions}</p>;
}
