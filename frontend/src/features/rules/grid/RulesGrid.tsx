import { type ReactNode, useMemo } from 'react';
import { useRowFlash } from '@/components/grid/flash';
import { Grid } from '@/components/grid/Grid';
import { ListHead } from '@/components/grid/ListHead';
import { arraySource } from '@/components/grid/rowSource';
import { useRem } from '@/components/useRem';
import { useKeyHelp } from '@/lib/actions/useActions';
import { usePref } from '@/lib/prefs/prefs';
import { rulesTexts } from '@/texts/rules';
import { RULE_ACTIONS } from '../actions/ruleActions';
import type { RuleRow } from '../model/rows';
import { RuleRowView } from './RuleRowView';
import type { RulesController } from './RulesController';
import styles from './rules.module.css';

const ROW_REM = 3.5;
const TOUCH_ROW_REM = 5.5;

interface RulesGridProps {
  rows: readonly RuleRow[];
  grid: RulesController;
  empty: ReactNode;
  /** The payee whose rules these are. */
  payeeId: string | null;
}

/** The grid "Rules". */
export function RulesGrid({ rows, grid, empty, payeeId }: RulesGridProps) {
  const { isTouch } = grid;
  const source = useMemo(() => arraySource(rows), [rows]);
  const data = useMemo(() => ({ grid }), [grid]);
  const budgetId = usePref('id');
  const rowHeight = useRem() * (isTouch ? TOUCH_ROW_REM : ROW_REM);
  useKeyHelp('grid', RULE_ACTIONS);
  useRowFlash(grid, rows, 'rules');
  return (
    <Grid
      label={rulesTexts.title}
      isMultiselectable
      controller={grid}
      source={source}
      columnCount={grid.columns.length}
      rowHeight={rowHeight}
      row={RuleRowView}
      data={data}
      head={
        <ListHead
          grid={grid}
          titles={rulesTexts.columns}
          hidden="edit"
          className={styles.head}
          rowClassName={styles.headRow}
          cellClassName={styles.cell}
        />
      }
      empty={empty}
      className={styles.grid}
      isTouch={isTouch}
      {...(payeeId === null ? { keepAs: `rules:${budgetId}:${isTouch}` } : {})}
    />
  );
}
