import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { flashAll, useForeignChanges } from '@/components/grid/flash';
import { Grid } from '@/components/grid/Grid';
import { GridHead } from '@/components/grid/GridHead';
import { arraySource } from '@/components/grid/rowSource';
import { useRem } from '@/components/useRem';
import { useKeyHelp } from '@/lib/actions/useActions';
import { usePref } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
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
  useForeignFlash(grid, rows);
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
      head={<Head grid={grid} />}
      empty={empty}
      className={styles.grid}
      isTouch={isTouch}
      {...(payeeId === null ? { keepAs: `rules:${budgetId}:${isTouch}` } : {})}
    />
  );
}

/** Fades the rules that were changed elsewhere, once the list has been read again. */
function useForeignFlash(grid: RulesController, rows: readonly RuleRow[]): void {
  const changed = useRef<ReadonlySet<string>>(new Set());
  useForeignChanges(
    'sync-event',
    useCallback(({ rows: told }) => {
      changed.current = new Set([...changed.current, ...(told?.rules ?? [])]);
    }, []),
  );
  useEffect(() => {
    if (rows.length > 0) flashAll(grid.root, 'data-row-id', changed.current);
    changed.current = new Set();
  }, [grid, rows]);
}

function Head({ grid }: { grid: RulesController }) {
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
        <span className={column === 'edit' ? 'visually-hidden' : undefined}>
          {rulesTexts.columns[column]}
        </span>
      ),
  }));
  return <GridHead columns={columns} className={styles.head} rowClassName={styles.headRow} />;
}
