import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { LoadFailed } from '@/components/LoadFailed';
import { TitlebarSlot } from '@/components/TitlebarSlot';
import { useFileDrop } from '@/components/useFileDrop';
import { useTextScale } from '@/components/useRem';
import { useWidth } from '@/components/useWidth';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { isNarrowed, useRegisterView, type ViewId } from '@/domain/transactions/view';
import { FilterChips } from '@/features/filters/FilterChips';
import { ReconcileBar } from '@/features/reconcile/ReconcileBar';
import type { Action } from '@/lib/actions/actions';
import { useActions, useKeyHelp } from '@/lib/actions/useActions';
import { openModal } from '@/lib/modals/named';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { registerTexts } from '@/texts/register';
import { REGISTER_ACTIONS } from './actions/registerActions';
import { TITLE_ACTIONS } from './actions/title';
import { NewTransaction } from './adding/NewTransaction';
import { useAdding } from './adding/useAdding';
import { RegisterSelectionBar } from './bulk/SelectionBar';
import { ComingPanel } from './coming/ComingPanel';
import { EmptyList } from './EmptyList';
import { useForeignFlash } from './grid/flashRows';
import { TransactionGrid } from './grid/TransactionGrid';
import { RegisterHead } from './head/RegisterHead';
import { Toolbar } from './head/Toolbar';
import { LoadingRegister } from './LoadingRegister';
import { viewTitle } from './model/titles';
import type { RegisterState } from './RegisterPage';
import styles from './RegisterPage.module.css';
import { useColumns, useShownColumns } from './useColumns';
import { useFolding } from './useFolding';
import { useLeftDrafts } from './useLeftDrafts';
import { useRegisterController, useRegisterModelOf } from './useRegisterController';
import { useRegisterList, useStatus } from './useRegisterList';
import { useRegisterScreen } from './useRegisterScreen';
import { useRunningBalance } from './useRunningBalance';
import { useSelection } from './useSelection';
import { useUndoPlace } from './useUndoPlace';

interface RegisterProps {
  viewId: ViewId;
  data: TransactionData;
}

/** The register for wide screens: title, toolbar and the grid of transactions. */
export function Register({ viewId, data }: RegisterProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const width = useWidth(place) / useTextScale();
  const account = data.account.get(viewId);
  const accountId = account?.id ?? null;
  const drop = useFileDrop(
    account?.closed ? null : (files) => openModal('import-transactions', { accountId, files }),
  );
  return (
    <div ref={setPlace} className={styles.page} {...drop.handlers}>
      {drop.isOver && (
        <p className={styles.dropHint}>
          {account ? commonTexts.dropOn(account.name) : commonTexts.dropAnywhere}
        </p>
      )}
      <BackLink />
      {width > 0 && <RegisterAtWidth viewId={viewId} data={data} width={width} />}
    </div>
  );
}

function RegisterAtWidth({ viewId, data, width }: RegisterProps & { width: number }) {
  const balance = useRunningBalance(viewId);
  const sort = useRegisterView((state) => state.sort);
  const { list, isBehind } = useRegisterList(viewId, balance.isShown, sort);
  const status = useStatus(list);
  const narrowed = useRegisterView(isNarrowed);
  const { folding, setFolding, foldOne } = useFolding(list, narrowed);
  const selection = useSelection(list);
  const { columns: fitting, sizing } = useColumns(viewId, width, balance.isShown);
  const columns = useShownColumns(fitting);
  const model = useRegisterModelOf({
    viewId,
    list,
    data,
    columns,
    folding,
    selection,
    foldingLocked: narrowed,
  });
  const controller = useRegisterController(model, foldOne);
  const adding = useAdding(controller);
  const screen = useRegisterScreen(controller, () => adding.open());
  useKeyHelp('register', REGISTER_ACTIONS);
  useKeyHelp('register', TITLE_ACTIONS);
  useLeftDrafts(controller, adding);
  useForeignFlash(controller);
  useUndoPlace(controller);
  const title = viewTitle(viewId, data.accounts);
  const account = data.account.get(viewId);
  const navigate = useNavigate();
  return (
    <>
      <RegisterHead viewId={viewId} accounts={data.accounts} list={list} isBehind={isBehind} />
      <Toolbar
        viewId={viewId}
        view={model.view}
        account={account}
        title={title}
        filters={list.filters}
        balance={balance}
        sizing={sizing}
        folding={folding}
        isFoldingLocked={narrowed}
        onFold={setFolding}
        screen={screen}
        goTo={(path) => void navigate(path)}
      />
      <FilterChips />
      {account && <ReconcileBar account={account} onLeave={() => controller.returnFocus()} />}
      <NewTransaction model={model} adding={adding} />
      {status === 'failed' && (
        <LoadFailed onRetry={() => void list.open()}>{errorText(list.error)}</LoadFailed>
      )}
      {status === 'loading' && <LoadingRegister />}
      {status === 'ready' && !narrowed && (
        <ComingPanel viewId={viewId} data={data} columns={columns} />
      )}
      {status === 'ready' && (
        <TransactionGrid
          title={title}
          model={model}
          controller={controller}
          sizing={sizing}
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
    </>
  );
}

/** Only the transactions of a figure are left by Escape: they were opened for a look. */
const LEAVE_FIGURE: readonly Action<() => void>[] = [
  {
    id: 'leave-figure',
    label: registerTexts.leaveFigure,
    keys: ['Escape'],
    keyOnly: true,
    run: (leave) => leave(),
  },
];
const NO_ACTIONS: typeof LEAVE_FIGURE = [];

/** The way back to where the navigation came from, such as the budget. */
function BackLink() {
  const { goBack } = (useLocation().state ?? {}) as RegisterState;
  const navigate = useNavigate();
  const isFigure = useRegisterView(({ parts }) => parts);
  useActions('register', goBack && isFigure ? LEAVE_FIGURE : NO_ACTIONS, () => void navigate(-1));
  if (!goBack) return null;
  return (
    <TitlebarSlot>
      <div className={styles.titlebar}>
        <Button look="bare" onPress={() => void navigate(-1)}>
          <ArrowLeft size="1rem" aria-hidden="true" />
          {commonTexts.back}
        </Button>
      </div>
    </TitlebarSlot>
  );
}
