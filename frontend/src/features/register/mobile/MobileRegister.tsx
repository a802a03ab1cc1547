import { ChevronLeft, FileDown, ListChecks } from 'lucide-react';
import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { clearSelection } from '@/components/grid/selection';
import { IconButton } from '@/components/IconButton';
import { LoadFailed } from '@/components/LoadFailed';
import { Skeleton } from '@/components/Skeleton';
import type { EntrySource } from '@/domain/transactions/entrySource';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { isNarrowed, useRegisterView, type ViewId } from '@/domain/transactions/view';
import { FilterButton } from '@/features/filters/FilterButton';
import { FilterChips } from '@/features/filters/FilterChips';
import { SearchBox } from '@/features/filters/SearchBox';
import { ReconcileBar } from '@/features/reconcile/ReconcileBar';
import { ReconcileButton } from '@/features/reconcile/ReconcileButton';
import { openModal } from '@/lib/modals/named';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { registerTexts } from '@/texts/register';
import { phoneTexts } from '@/texts/transactions';
import type { RegisterScreen } from '../actions/screen';
import { RegisterSelectionBar } from '../bulk/SelectionBar';
import { ComingPanel } from '../coming/ComingPanel';
import { EmptyList } from '../EmptyList';
import { BalanceLine } from '../head/BalanceLine';
import { FoundCount } from '../head/FoundCount';
import { FoundSum } from '../head/FoundSum';
import { useFilteredTotal } from '../head/useFilteredTotal';
import { LoadingRegister } from '../LoadingRegister';
import { columnsFor } from '../model/columns';
import type { Folding } from '../model/folding';
import { viewTitle } from '../model/titles';
import { useOfferedDrafts } from '../useLeftDrafts';
import { useRegisterController, useRegisterModelOf } from '../useRegisterController';
import { useRegisterList, useStatus } from '../useRegisterList';
import { useRegisterScreen } from '../useRegisterScreen';
import { useSelection } from '../useSelection';
import { useViewBalance } from '../useViewBalance';
import { BankMenu } from './BankMenu';
import { DayList } from './DayList';
import styles from './mobile.module.css';

interface MobileRegisterProps {
  viewId: ViewId;
  data: TransactionData;
}

/** Splits stand as one card. */
const FOLDED: Folding = { expanded: false, except: new Set<string>() };
const PARTS: Folding = { ...FOLDED, partsOnly: true };

/** Selecting on a phone offers what the wide register does; its columns are never drawn. */
const COLUMNS = columnsFor(0, { withAccount: true, withBalance: false });

/** The register for a phone: balance, search, and cards by day. */
export function MobileRegister({ viewId, data }: MobileRegisterProps) {
  const partsOnly = useRegisterView(({ parts }) => parts);
  const folding = partsOnly ? PARTS : FOLDED;
  const { list, isBehind } = useRegisterList(viewId, false, null, folding);
  useEffect(() => list.setFolding(folding), [list, folding]);
  const status = useStatus(list);
  const narrowed = useRegisterView(isNarrowed);
  const isReconciling = useRegisterView(({ reconcile }) => reconcile !== null);
  const selection = useSelection(list);
  const [isSelecting, setSelecting] = useState(false);
  const parts = {
    viewId,
    list,
    data,
    columns: COLUMNS,
    folding,
    selection,
    foldingLocked: false,
  };
  const model = useRegisterModelOf(parts);
  const controller = useRegisterController(model, () => {});
  const account = data.account.get(viewId);
  const navigate = useNavigate();
  const state = account ? { account: viewId } : null;
  const screen = useRegisterScreen(controller, () => void navigate('/transaction/new', { state }));
  const select = (isOn: boolean) => {
    if (!isOn) clearSelection(selection);
    setSelecting(isOn);
  };
  useEffect(() => {
    // Ticking off takes the place of selecting.
    if (!isReconciling) return;
    clearSelection(selection);
    setSelecting(false);
  }, [isReconciling, selection]);
  useOfferedDrafts(viewId, data);
  return (
    <div className={styles.page}>
      <Head
        canSelect={!isReconciling}
        viewId={viewId}
        data={data}
        screen={screen}
        isSelecting={isSelecting}
        onSelecting={select}
      />
      <FilterChips />
      {account && <ReconcileBar account={account} onLeave={() => controller.returnFocus()} />}
      {narrowed && (
        <p className={styles.found}>
          {partsOnly ? (
            <FoundSum source={list.source} isBehind={isBehind} />
          ) : (
            <>
              <FoundCount list={list} isBehind={isBehind} />
              <FoundTotal source={list.source} isBehind={isBehind} />
            </>
          )}
        </p>
      )}
      {isSelecting && <p className={styles.found}>{phoneTexts.selectHint}</p>}
      {status === 'failed' && (
        <LoadFailed onRetry={() => void list.open()}>{errorText(list.error)}</LoadFailed>
      )}
      {status === 'loading' && <LoadingRegister />}
      {status === 'ready' && !narrowed && !isSelecting && (
        <ComingPanel viewId={viewId} data={data} columns={null} />
      )}
      {status === 'ready' && (
        <DayList
          controller={controller}
          mode={isSelecting ? 'select' : isReconciling ? 'tick' : 'open'}
          viewId={viewId}
          empty={
            <EmptyList
              viewId={viewId}
              hasAccounts={data.accounts.length > 0}
              isNarrowed={narrowed}
            />
          }
        />
      )}
      <RegisterSelectionBar model={model} controller={controller} />
    </div>
  );
}

interface HeadProps extends MobileRegisterProps {
  screen: RegisterScreen;
  canSelect: boolean;
  isSelecting: boolean;
  onSelecting: (isOn: boolean) => void;
}

function Head({ viewId, data, screen, canSelect, isSelecting, onSelecting }: HeadProps) {
  const filterName = useRegisterView((state) => state.filterName);
  const { state } = useLocation();
  const isBack = (state as { goBack?: boolean } | null)?.goBack === true;
  const isFigure = useRegisterView(({ parts }) => parts);
  const navigate = useNavigate();
  const balance = useViewBalance(viewId, data.accounts);
  const account = data.account.get(viewId);
  const narrowed = useRegisterView(isNarrowed);
  const backLabel = !isBack
    ? registerTexts.backToTheAccounts
    : isFigure
      ? commonTexts.back
      : registerTexts.backToTheBudget;
  // A figure is returned to, not just its screen.
  const goBack = (event: MouseEvent) => {
    if (!isBack || !isFigure) return;
    event.preventDefault();
    void navigate(-1);
  };
  // Without a grid, the heading takes the keyboard back from bars and dialogs.
  const { grid } = screen;
  const heading = useCallback(
    (element: HTMLElement | null) => {
      grid.root = element;
    },
    [grid],
  );
  return (
    <header className={styles.head}>
      <div className={styles.titleRow}>
        <Link
          to={isBack ? '/budget' : '/accounts'}
          className={styles.back}
          aria-label={backLabel}
          onClick={goBack}
        >
          <ChevronLeft size="1.375rem" aria-hidden="true" />
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {filterName ?? viewTitle(viewId, data.accounts)}
        </h1>
        {account && <BankMenu account={account} />}
        {!account?.closed && (
          <IconButton
            label={commonTexts.import}
            onPress={() =>
              openModal('import-transactions', { accountId: account?.id ?? null, files: [] })
            }
          >
            <FileDown size="1.25rem" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={phoneTexts.select}
          aria-pressed={isSelecting}
          isDisabled={!canSelect}
          onPress={() => onSelecting(!isSelecting)}
        >
          <ListChecks size="1.25rem" aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.balanceRow}>
        {!narrowed && <Balance cents={balance} />}
        {account && !account.closed && <ReconcileButton accountId={account.id} />}
      </div>
      {account && !narrowed && (
        <BalanceLine key={account.id} accountId={account.id} balance={balance} />
      )}
      <div className={styles.tools}>
        <SearchBox parts={screen} />
        <FilterButton parts={screen} />
      </div>
    </header>
  );
}

interface FoundTotalProps {
  source: EntrySource;
  isBehind: boolean;
}

/** The total of what was found. */
function FoundTotal({ source, isBehind }: FoundTotalProps) {
  const amounts = useAmountFormat();
  const total = useFilteredTotal(source, isBehind);
  if (total === undefined) return null;
  return (
    <strong className={styles.foundTotal} data-negative={total < 0 || undefined}>
      <span className="visually-hidden">{registerTexts.filteredBalance} </span>
      {amounts.format(total)}
    </strong>
  );
}

function Balance({ cents }: { cents: number | undefined }) {
  const amounts = useAmountFormat();
  return (
    <p className={styles.balance} data-negative={(cents ?? 0) < 0 || undefined}>
      <span className={styles.balanceLabel}>{registerTexts.balance}</span>
      {cents === undefined ? (
        <Skeleton width={120} />
      ) : (
        <strong data-amount>{amounts.format(cents)}</strong>
      )}
    </p>
  );
}
