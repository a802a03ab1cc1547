import { type ReactNode, useMemo } from 'react';
import { useRowFlash } from '@/components/grid/flash';
import { Grid } from '@/components/grid/Grid';
import { GridMenu } from '@/components/grid/GridMenu';
import { ListHead } from '@/components/grid/ListHead';
import { arraySource } from '@/components/grid/rowSource';
import { useRem } from '@/components/useRem';
import { useKeyHelp } from '@/lib/actions/useActions';
import { usePref } from '@/lib/prefs/prefs';
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
  useRowFlash(grid, rows, 'schedules');
  const { title, columns } = schedulesTexts;
  const titles = isNarrow ? { ...columns, payee: title } : columns;
  const nameOf = ({ rowId }: ScheduleAt) => grid.row(rowId)?.title ?? '';
  return (
    <Grid
      label={title}
      isMultiselectable
      controller={grid}
      source={source}
      columnCount={grid.columns.length}
      rowHeight={rowHeight}
      row={ScheduleRowView}
      data={data}
      head={
        <ListHead
          grid={grid}
          titles={titles}
          hidden="menu"
          className={styles.head}
          rowClassName={styles.headRow}
          cellClassName={styles.cell}
        />
      }
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
