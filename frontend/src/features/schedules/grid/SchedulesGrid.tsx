import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
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
import { schedulesTexts } from '@/texts/schedules';
import { ROW_MENU, SCHEDULE_ACTIONS } from '../actions/scheduleActions';
import type { ScheduleRow } from '../model/rows';
import { ScheduleRowView } from './ScheduleRowView';
import type { ScheduleAt, SchedulesController } from './SchedulesController';
import styles from './schedules.module.css';

const ROW_REM = 2.6875;
const NARROW_ROW_REM = 4.75;

interface SchedulesGridProps {
  rows: readonly ScheduleRow[];
  grid: SchedulesController;
  empty: ReactNode;
}

/** The grid "Schedules". */
export function SchedulesGrid({ rows, grid, empty }: SchedulesGridProps) {
  const { isNarrow, isTouch } = grid;
  const source = useMemo(() => arraySource(rows), [rows]);
  const data = useMemo(() => ({ grid, isNarrow }), [grid, isNarrow]);
  const budgetId = usePref('id');
  const rowHeight = useRem() * (isNarrow ? NARROW_ROW_REM : ROW_REM);
  useKeyHelp('grid', SCHEDULE_ACTIONS);
  useForeignFlash(grid, rows);
  const nameOf = ({ rowId }: ScheduleAt) => grid.row(rowId)?.title ?? '';
  return (
    <Grid
      label={schedulesTexts.title}
      isMultiselectable
      controller={grid}
      source={source}
      columnCount={grid.columns.length}
      rowHeight={rowHeight}
      row={ScheduleRowView}
      data={data}
      head={<Head grid={grid} />}
      empty={empty}
      keepAs={`schedules:${budgetId}:${isNarrow}`}
      className={styles.grid}
      isTouch={isTouch}
      isNarrow={isNarrow}
    >
      <GridMenu
        grid={grid}
        kind="row"
        title={(at) => schedulesTexts.actionsOf(nameOf(at))}
        sheetTitle={nameOf}
        groups={ROW_MENU}
        placement="bottom end"
        isTouch={isTouch}
      />
    </Grid>
  );
}

/** Fades the schedules that were changed elsewhere, once the list has been read again. */
function useForeignFlash(grid: SchedulesController, rows: readonly ScheduleRow[]): void {
  const changed = useRef<ReadonlySet<string>>(new Set());
  useForeignChanges(
    'sync-event',
    useCallback(({ rows: told }) => {
      changed.current = new Set([...changed.current, ...(told?.schedules ?? [])]);
    }, []),
  );
  useEffect(() => {
    if (rows.length > 0) flashAll(grid.root, 'data-row-id', changed.current);
    changed.current = new Set();
  }, [grid, rows]);
}

const HIDDEN = ['menu'];

function Head({ grid }: { grid: SchedulesController }) {
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
        <span className={HIDDEN.includes(column) ? 'visually-hidden' : undefined}>
          {grid.isNarrow && column === 'payee'
            ? schedulesTexts.title
            : schedulesTexts.columns[column]}
        </span>
      ),
  }));
  return <GridHead columns={columns} className={styles.head} rowClassName={styles.headRow} />;
}
