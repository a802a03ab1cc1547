import { useMemo, useState } from 'react';
import { Grid } from '@/components/grid/Grid';
import { GridHead } from '@/components/grid/GridHead';
import { createGridStore } from '@/components/grid/gridStore';
import { arraySource } from '@/components/grid/rowSource';
import { PHONE, useMedia } from '@/components/useMedia';
import { useRem } from '@/components/useRem';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { statementsTexts } from '@/texts/statements';
import type { StatementRow } from '../model/rows';
import { StatementController } from './StatementController';
import { StatementRowView } from './StatementRowView';
import styles from './statement.module.css';

const ROW_REM = 2.75;
const TOUCH_ROW_REM = 4.5;

interface StatementGridProps {
  rows: readonly StatementRow[];
  onTake: (ids: readonly string[], isTaken: boolean) => void;
}

/** The table "Transactions to import". */
export function StatementGrid({ rows, onTake }: StatementGridProps) {
  const isTouch = useMedia(PHONE);
  const [grid] = useState(() => new StatementController(createGridStore()));
  grid.isTouch = isTouch;
  grid.onTake = onTake;
  const source = useMemo(() => arraySource(rows), [rows]);
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  const data = useMemo(
    () => ({ columns: isTouch ? TOUCH : WIDE, amounts, dateFormat }),
    [isTouch, amounts, dateFormat],
  );
  return (
    <Grid
      label={statementsTexts.grid}
      controller={grid}
      source={source}
      columnCount={grid.columns.length}
      rowHeight={useRem() * (isTouch ? TOUCH_ROW_REM : ROW_REM)}
      row={StatementRowView}
      data={data}
      head={<Head grid={grid} rows={rows} />}
      className={styles.grid}
      isTouch={isTouch}
    />
  );
}

const WIDE = ['select', 'date', 'payee', 'amount', 'becomes'] as const;
const TOUCH = ['select', 'payee'] as const;

interface HeadProps {
  grid: StatementController;
  rows: readonly StatementRow[];
}

function Head({ grid, rows }: HeadProps) {
  const readable = rows.filter(({ state }) => state !== 'problem');
  const taken = readable.filter(({ state }) => state !== 'leftOut').length;
  const box = (
    <input
      type="checkbox"
      aria-label={statementsTexts.selectAll}
      checked={taken > 0 && taken === readable.length}
      ref={(element) => {
        if (element) element.indeterminate = taken > 0 && taken < readable.length;
      }}
      disabled={readable.length === 0}
      onChange={() => grid.toggleAll()}
    />
  );
  const columns = grid.columns.map((column) => ({
    id: column,
    className: styles.cell,
    title: column === 'select' ? box : statementsTexts.columnNames[column],
  }));
  return <GridHead columns={columns} className={styles.head} rowClassName={styles.headRow} />;
}
