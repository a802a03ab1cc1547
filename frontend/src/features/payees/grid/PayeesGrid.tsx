import { SearchX } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { flashAll, useForeignChanges } from '@/components/grid/flash';
import { Grid } from '@/components/grid/Grid';
import { GridHead } from '@/components/grid/GridHead';
import { GridMenu } from '@/components/grid/GridMenu';
import { arraySource } from '@/components/grid/rowSource';
import { useRem } from '@/components/useRem';
import { useKeyHelp } from '@/lib/actions/useActions';
import { usePref } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { payeesTexts } from '@/texts/payees';
import { PAYEE_ACTIONS, ROW_MENU } from '../actions/payeeActions';
import type { PayeeRow } from '../model/rows';
import { NameOverlay } from './NameOverlay';
import { PayeeRowView } from './PayeeRowView';
import type { PayeeAt, PayeesController } from './PayeesController';
import styles from './payees.module.css';

const ROW_REM = 2;
const TOUCH_ROW_REM = 3.125;

interface PayeesGridProps {
  rows: readonly PayeeRow[];
  grid: PayeesController;
  empty: string;
}

/** The grid "Payees". */
export function PayeesGrid({ rows, grid, empty }: PayeesGridProps) {
  const { isTouch } = grid;
  const source = useMemo(() => arraySource(rows), [rows]);
  const data = useMemo(() => ({ grid }), [grid]);
  const budgetId = usePref('id');
  const rowHeight = useRem() * (isTouch ? TOUCH_ROW_REM : ROW_REM);
  useKeyHelp('grid', PAYEE_ACTIONS);
  useForeignFlash(grid, rows);
  const nameOf = ({ rowId }: PayeeAt) => grid.row(rowId)?.name ?? '';
  return (
    <Grid
      label={payeesTexts.title}
      isMultiselectable
      controller={grid}
      source={source}
      columnCount={grid.columns.length}
      rowHeight={rowHeight}
      row={PayeeRowView}
      data={data}
      head={<Head grid={grid} />}
      overlay={() => <NameOverlay grid={grid} rowHeight={rowHeight} />}
      empty={
        <div className={styles.empty}>
          <SearchX size="2rem" strokeWidth={1.5} aria-hidden="true" />
          <p>{empty}</p>
        </div>
      }
      keepAs={`payees:${budgetId}:${isTouch}`}
      className={styles.grid}
      isTouch={isTouch}
    >
      <GridMenu
        grid={grid}
        kind="row"
        title={(at) => payeesTexts.actionsOf(nameOf(at))}
        sheetTitle={nameOf}
        groups={ROW_MENU}
        isTouch={isTouch}
      />
    </Grid>
  );
}

/** Fades the payees that were changed elsewhere, once the list has been read again. */
function useForeignFlash(grid: PayeesController, rows: readonly PayeeRow[]): void {
  const changed = useRef<ReadonlySet<string>>(new Set());
  useForeignChanges(
    'sync-event',
    useCallback(({ rows: told }) => {
      changed.current = new Set([...changed.current, ...(told?.payees ?? [])]);
    }, []),
  );
  useEffect(() => {
    if (rows.length > 0) flashAll(grid.root, 'data-row-id', changed.current);
    changed.current = new Set();
  }, [grid, rows]);
}

function Head({ grid }: { grid: PayeesController }) {
  const count = useStore(grid.selection, ({ rows }) => rows.size);
  const box = (
    <input
      type="checkbox"
      aria-label={count > 0 ? commonTexts.selectNone : commonTexts.selectAll}
      checked={count > 0 && count >= grid.source.count}
      onChange={() => grid.selectAll()}
    />
  );
  const columns = grid.columns.map((column) => ({
    id: column,
    className: styles.cell,
    title:
      column === 'select' ? (
        box
      ) : (
        <span className={column === 'favorite' ? 'visually-hidden' : undefined}>
          {payeesTexts.columns[column]}
        </span>
      ),
  }));
  return <GridHead columns={columns} className={styles.head} rowClassName={styles.headRow} />;
}
