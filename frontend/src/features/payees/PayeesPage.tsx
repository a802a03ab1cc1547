import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ButtonLink } from '@/components/ButtonLink';
import { Checkbox } from '@/components/Checkbox';
import { createGridStore } from '@/components/grid/gridStore';
import { ListSearch } from '@/components/grid/ListSearch';
import { ListSelection } from '@/components/grid/ListSelection';
import { ListWaiting } from '@/components/grid/ListWaiting';
import { useSelectedAmong } from '@/components/grid/selection';
import { LoadFailed } from '@/components/LoadFailed';
import { PHONE, useMedia } from '@/components/useMedia';
import type { Payee } from '@/generated/contract';
import { useActions } from '@/lib/actions/useActions';
import { useOffline } from '@/lib/connection/useOffline';
import { errorText } from '@/texts/errors';
import { namesOf, payeesTexts } from '@/texts/payees';
import { SELECTED } from './actions/payeeActions';
import { SCREEN_ACTIONS } from './actions/screen';
import { useCounts, usePayees, useRuleCounts } from './api';
import { PayeesController, type PayeesStore } from './grid/PayeesController';
import { PayeesGrid } from './grid/PayeesGrid';
import { type Narrowing, payeeRows } from './model/rows';
import styles from './PayeesPage.module.css';

/** The payees of the open budget: to rename, merge, mark and delete. */
export default function PayeesPage() {
  const { data, error, refetch } = usePayees();
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} className={styles.title}>
        {payeesTexts.title}
      </h1>
      {data && <Payees payees={data} />}
      {!data && !error && <ListWaiting lines={12} />}
      {!data && error && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
    </div>
  );
}

function Payees({ payees }: { payees: readonly Payee[] }) {
  const [narrowing, setNarrowing] = useNarrowing();
  const { data: transactions } = useCounts();
  const { data: rules } = useRuleCounts();
  const rows = useMemo(
    () => payeeRows(payees, { transactions, rules }, narrowing),
    [payees, transactions, rules, narrowing],
  );
  const grid = usePayeesGrid();
  const search = useRef<HTMLInputElement>(null);
  const { onlyUnused } = narrowing;
  const setText = (text: string) => setNarrowing({ ...narrowing, text });
  const toggleUnused = () => setNarrowing({ ...narrowing, onlyUnused: !onlyUnused });
  useActions('screen', SCREEN_ACTIONS, { search, toggleUnused });
  useSelectedAmong(grid.selection, rows);
  return (
    <>
      <div className={styles.tools}>
        <ListSearch
          label={payeesTexts.filter}
          clearLabel={payeesTexts.clearFilter}
          value={narrowing.text}
          onChange={setText}
          grid={grid}
          input={search}
        />
        <Checkbox isSelected={onlyUnused} onChange={toggleUnused}>
          {payeesTexts.onlyUnused}
        </Checkbox>
        <ButtonLink to="/rules">{payeesTexts.allRules}</ButtonLink>
      </div>
      <PayeesGrid rows={rows} grid={grid} empty={emptyWords(narrowing, payees.length)} />
      <ListSelection
        grid={grid}
        actions={SELECTED}
        at={grid.at({ rowId: '', column: 'select' })}
        words={(rows) => (
          <span className={styles.names}>{namesOf(rows.map(({ name }) => name))}</span>
        )}
      />
    </>
  );
}

/** What the table is narrowed to, also in the address: `?q=bakery&unused=1`. */
function useNarrowing(): [Narrowing, (next: Narrowing) => void] {
  const [params, setParams] = useSearchParams();
  const [narrowing, setNarrowing] = useState<Narrowing>(() => ({
    text: params.get('q') ?? '',
    onlyUnused: params.has('unused'),
  }));
  const narrow = (next: Narrowing) => {
    setNarrowing(next);
    const query = new URLSearchParams();
    if (next.text !== '') query.set('q', next.text);
    if (next.onlyUnused) query.set('unused', '1');
    setParams(query, { replace: true });
  };
  return [narrowing, narrow];
}

/** The one controller of the table, for as long as the screen is there. */
function usePayeesGrid(): PayeesController {
  const navigate = useNavigate();
  const offline = useOffline();
  const isTouch = useMedia(PHONE);
  const [grid] = useState(() => {
    const store: PayeesStore = createGridStore();
    return new PayeesController(store);
  });
  grid.offline = offline;
  grid.isTouch = isTouch;
  grid.onShow = ({ id }) => void navigate('/accounts', { state: { payee: id, goBack: true } });
  return grid;
}

function emptyWords({ text, onlyUnused }: Narrowing, count: number): string {
  if (count === 0) return payeesTexts.none;
  if (text.trim() !== '') return payeesTexts.noMatch(text.trim());
  return onlyUnused ? payeesTexts.allUsed : payeesTexts.none;
}

/** For a notice on other screens, in one part with the page, whose modules it shares. */
export { offerMerge } from './unusedPayees';
