import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { Grid } from '@/components/grid/Grid';
import { GridMenu } from '@/components/grid/GridMenu';
import { createGridStore } from '@/components/grid/gridStore';
import { arraySource } from '@/components/grid/rowSource';
import { PHONE, useMedia } from '@/components/useMedia';
import { useRem } from '@/components/useRem';
import { usePreviews, useSchedules } from '@/domain/schedules/api';
import { LowestAhead } from '@/domain/schedules/LowestAhead';
import { columnsBut } from '@/domain/transactions/columnId';
import { run } from '@/domain/transactions/run';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { ViewId } from '@/domain/transactions/view';
import type { Preview } from '@/generated/contract';
import { useKeyHelp } from '@/lib/actions/useActions';
import { useOffline } from '@/lib/connection/useOffline';
import { layerPaths } from '@/lib/layers/layers';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { comingTexts, schedulesTexts } from '@/texts/schedules';
import { COMING_KEYS, COMING_MENU } from '../actions/coming';
import type { Columns } from '../model/columns';
import { type ComingAt, ComingController } from './ComingController';
import { ComingLine } from './ComingLine';
import styles from './coming.module.css';
import { type ComingRow, comingIn, comingRows, previewedAccount } from './rows';

const LINE_REM = 2;
const CARD_REM = 3.25;
/** More rows than this are scrolled, so that the register itself stays in view. */
const MOST_ROWS = 6;

interface ComingPanelProps {
  viewId: ViewId;
  data: TransactionData;
  /** The columns of the register below; null for cards. */
  columns: Columns | null;
}

/** The transactions that schedules will bring, above those of the register. */
export function ComingPanel({ viewId, data, columns }: ComingPanelProps) {
  const account = previewedAccount(viewId);
  const previews = usePreviews(account);
  const coming = useMemo(() => comingIn(viewId, previews, data), [viewId, previews, data]);
  const isOpen = usePref('ui.showComing');
  if (coming.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={comingTexts.title}>
      <div className={styles.head}>
        <button
          type="button"
          aria-expanded={isOpen}
          className={styles.fold}
          onClick={() => void run(savePrefs({ 'ui.showComing': !isOpen }))}
        >
          <ChevronRight size="1rem" aria-hidden="true" />
          {comingTexts.title}
          <Summary coming={coming} />
        </button>
        {typeof account === 'string' && <LowestAhead accountId={account} />}
      </div>
      {isOpen && <Rows coming={coming} data={data} columns={columns} />}
    </section>
  );
}

/** How many there are, and how many of them are late. */
function Summary({ coming }: { coming: readonly Preview[] }) {
  const late = coming.filter(({ status }) => status === 'missed').length;
  return <span className={styles.summary}>{comingTexts.count(coming.length, late)}</span>;
}

/** The columns of cards: one cell with everything, and the menu. */
const CARD_COLUMNS = columnsBut(
  ...(['select', 'date', 'account', 'notes', 'category'] as const),
  ...(['payment', 'deposit', 'amount', 'balance'] as const),
);

interface RowsProps extends Pick<ComingPanelProps, 'data' | 'columns'> {
  coming: readonly Preview[];
}

/** The rows, once their schedules are here. */
function Rows({ coming, data, columns }: RowsProps) {
  const { data: schedules } = useSchedules();
  const rows = useMemo(
    () => schedules && comingRows(coming, schedules, data),
    [coming, schedules, data],
  );
  return rows ? <ComingGrid rows={rows} columns={columns} /> : null;
}

interface ComingGridProps {
  rows: readonly ComingRow[];
  columns: Columns | null;
}

function ComingGrid({ rows, columns }: ComingGridProps) {
  const isCard = columns === null || columns.isNarrow;
  const ids = isCard || !columns ? CARD_COLUMNS : columns.ids;
  const grid = useComingGrid(ids);
  const source = useMemo(() => arraySource(rows), [rows]);
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const data = useMemo(() => ({ ids, isCard, amounts, dates }), [ids, isCard, amounts, dates]);
  const rowHeight = useRem() * (isCard ? CARD_REM : LINE_REM);
  useKeyHelp('coming', COMING_KEYS);
  const nameOf = ({ rowId }: ComingAt) => grid.row(rowId)?.name ?? '';
  return (
    <Grid
      label={comingTexts.title}
      controller={grid}
      source={source}
      columnCount={ids.length}
      rowHeight={rowHeight}
      row={ComingLine}
      data={data}
      head={null}
      className={styles.grid}
      isTouch={grid.isTouch}
      isNarrow={isCard}
      style={
        {
          '--columns': isCard ? 'minmax(0, 1fr) 3rem' : columns?.template,
          blockSize: Math.min(rows.length, MOST_ROWS) * rowHeight,
        } as CSSProperties
      }
    >
      <GridMenu
        grid={grid}
        kind="row"
        title={(at) => schedulesTexts.actionsOf(nameOf(at))}
        sheetTitle={nameOf}
        groups={COMING_MENU}
        placement="bottom end"
        isTouch={grid.isTouch}
      />
    </Grid>
  );
}

/** The one controller of the rows, for as long as they are there. */
function useComingGrid(ids: Columns['ids']): ComingController {
  const offline = useOffline();
  const isTouch = useMedia(PHONE);
  const open = useOpenLayer();
  const [grid] = useState(() => new ComingController(createGridStore()));
  grid.columns = ids;
  grid.offline = offline;
  grid.isTouch = isTouch;
  grid.onEdit = ({ preview }) => open(layerPaths.schedule(preview.schedule));
  return grid;
}
