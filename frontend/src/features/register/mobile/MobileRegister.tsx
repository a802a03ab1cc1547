import { ChevronLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '@/components/Button';
import { Skeleton } from '@/components/Skeleton';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import {
  changeReconcile,
  isNarrowed,
  useRegisterView,
  type ViewId,
} from '@/domain/transactions/view';
import { FilterButton } from '@/features/filters/FilterButton';
import { FilterChips } from '@/features/filters/FilterChips';
import { SearchBox } from '@/features/filters/SearchBox';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { errorText } from '@/texts/errors';
import { EmptyList } from '../EmptyList';
import { FoundCount } from '../head/FoundCount';
import { LoadingRegister } from '../LoadingRegister';
import type { Folding } from '../model/folding';
import type { RegisterList } from '../model/registerList';
import { balanceCells, viewTitle } from '../model/titles';
import { useRegisterList, useStatus } from '../useRegisterList';
import { DayList } from './DayList';
import styles from './mobile.module.css';

interface MobileRegisterProps {
  viewId: ViewId;
  data: TransactionData;
}

/** Splits stand as one card. */
const FOLDED: Folding = { expanded: false, except: new Set<string>() };

/** The register for a phone: balance, search, and cards by day. */
export function MobileRegister({ viewId, data }: MobileRegisterProps) {
  const { list, isBehind } = useRegisterList(viewId, false, null, FOLDED);
  const status = useStatus(list);
  const narrowed = useRegisterView(isNarrowed);
  const isReconciling = useRegisterView((state) => state.reconcile?.unclearedOnly === true);
  useEffect(() => {
    // The bar that could show the others again is on wide screens only.
    if (isReconciling) changeReconcile({ unclearedOnly: false });
  }, [isReconciling]);
  return (
    <div className={styles.page}>
      <Head viewId={viewId} data={data} />
      <FilterChips />
      {narrowed && (
        <p className={styles.found}>
          <FoundCount list={list} isBehind={isBehind} />
        </p>
      )}
      {status === 'failed' && <Failed list={list} />}
      {status === 'loading' && <LoadingRegister />}
      {status === 'ready' && (
        <DayList
          list={list}
          data={data}
          viewId={viewId}
          empty={<EmptyList hasAccounts={data.accounts.length > 0} isNarrowed={narrowed} />}
        />
      )}
    </div>
  );
}

function Head({ viewId, data }: MobileRegisterProps) {
  const filterName = useRegisterView((state) => state.filterName);
  const { state } = useLocation();
  const isBack = (state as { goBack?: boolean } | null)?.goBack === true;
  return (
    <header className={styles.head}>
      <div className={styles.titleRow}>
        <Link
          to={isBack ? '/budget' : '/accounts'}
          className={styles.back}
          aria-label={isBack ? 'Back to the budget' : 'Back to the accounts'}
        >
          <ChevronLeft size="1.375rem" aria-hidden="true" />
        </Link>
        <h1 tabIndex={-1}>{filterName ?? viewTitle(viewId, data.accounts)}</h1>
      </div>
      <Balance cell={balanceCells(viewId).total} />
      <div className={styles.tools}>
        <SearchBox />
        <FilterButton />
      </div>
    </header>
  );
}

function Balance({ cell }: { cell: string }) {
  const cents = useAmountCell(GLOBAL_SHEET, cell);
  const amounts = useAmountFormat();
  return (
    <p className={styles.balance} data-negative={(cents ?? 0) < 0 || undefined}>
      <span className={styles.balanceLabel}>Balance</span>
      {cents === undefined ? (
        <Skeleton width={120} />
      ) : (
        <strong data-amount>{amounts.format(cents)}</strong>
      )}
    </p>
  );
}

function Failed({ list }: { list: RegisterList }) {
  return (
    <div role="alert" className={styles.failed}>
      <p>{errorText(list.error)}</p>
      <Button onPress={() => void list.open()}>Try again</Button>
    </div>
  );
}
