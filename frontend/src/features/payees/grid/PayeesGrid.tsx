import { useMemo } from 'react';
import { useRowFlash } from '@/components/grid/flash';
import { Grid } from '@/components/grid/Grid';
import { GridMenu } from '@/components/grid/GridMenu';
import { ListHead } from '@/components/grid/ListHead';
import { NoMatch } from '@/components/grid/NoMatch';
import { arraySource } from '@/components/grid/rowSource';
import { useRem } from '@/components/useRem';
import { useKeyHelp } from '@/lib/actions/useActions';
import { usePref } from '@/lib/prefs/prefs';
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
  useRowFlash(grid, rows, 'payees');
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
      head={
        <ListHead
          grid={grid}
          titles={payeesTexts.columns}
          hidden="favorite"
          className={styles.head}
          rowClassName={styles.headRow}
          cellClassName={styles.cell}
        />
      }
      overlay={() => <NameOverlay grid={grid} rowHeight={rowHeight} />}
      empty={<NoMatch>{empty}</NoMatch>}
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
