import { CircleCheck, SearchX } from 'lucide-react';
import { Button } from '@/components/Button';
import { EnvelopeDrawing } from '@/components/EnvelopeDrawing';
import {
  changeReconcile,
  clearFilters,
  isSpecialView,
  setSearch,
  useRegisterView,
  useViewStore,
  type ViewId,
} from '@/domain/transactions/view';
import { openModal } from '@/lib/modals/named';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';

interface EmptyListProps {
  viewId: ViewId;
  hasAccounts: boolean;
  isNarrowed: boolean;
}

const ICON = { size: '2rem', strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What an empty register says, and the way on. */
export function EmptyList({ viewId, hasAccounts, isNarrowed }: EmptyListProps) {
  const view = useViewStore();
  const isOfReconciling = useRegisterView(
    ({ filters, searchExpression }) =>
      isNarrowed && filters.length === 0 && searchExpression === null,
  );
  if (!hasAccounts) {
    return (
      <>
        <EnvelopeDrawing />
        <h2>{commonTexts.noAccountsYet}</h2>
        <p>{registerTexts.noAccountsHint}</p>
        <Button look="primary" onPress={() => openModal('add-account', {})}>
          {commonTexts.addAccount}
        </Button>
      </>
    );
  }
  if (isOfReconciling) {
    return (
      <>
        <CircleCheck {...ICON} />
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
        <SearchX {...ICON} />
        <p>{registerTexts.nothingMatches}</p>
        <Button onPress={clear}>{registerTexts.clearFilters}</Button>
      </>
    );
  }
  const isDone = viewId === 'uncategorized';
  const accountId = isSpecialView(viewId) ? null : viewId;
  return (
    <>
      {isDone ? <CircleCheck {...ICON} /> : <EnvelopeDrawing />}
      <h2>{transactionsTexts.noTransactions}</h2>
      {isDone ? (
        <p>{registerTexts.allCategorized}</p>
      ) : (
        <Button onPress={() => openModal('import-transactions', { accountId, files: [] })}>
          {commonTexts.importStatement}
        </Button>
      )}
    </>
  );
}
