import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { Grid } from '@/components/grid/Grid';
import { GridMenu } from '@/components/grid/GridMenu';
import { registerTexts } from '@/texts/register';
import { ROW_MENU } from '../actions/registerActions';
import type { RegisterList } from '../model/registerList';
import { registerSource } from '../model/registerSource';
import type { ColumnSizing } from '../useColumns';
import { EditOverlay } from './EditOverlay';
import styles from './grid.module.css';
import { LineView } from './LineView';
import type { RegisterController } from './RegisterController';
import { RegisterGridHead } from './RegisterGridHead';
import { type RegisterModel, RegisterModelContext } from './registerModel';
import { SplitPanel } from './SplitPanel';
import { useLineHeight } from './useLineHeight';

/** Lines loaded beyond the visible ones on each side, so that few are waited for while scrolling. */
const AHEAD_LINES = 30;
/** A jump of more lines than this is a flight over what need not be loaded. */
const FLYING_LINES = 60;
/** How long the lines must stay for that. */
const REST_MS = 50;

interface TransactionGridProps {
  title: string;
  model: RegisterModel;
  controller: RegisterController;
  sizing: ColumnSizing;
  /** Shown in the middle of an empty list. */
  empty: ReactNode;
}

/** The grid "Transactions". */
export function TransactionGrid({ title, model, controller, sizing, empty }: TransactionGridProps) {
  const source = useMemo(() => registerSource(model.list), [model.list]);
  const data = useMemo(() => ({ model }), [model]);
  const load = useLoading(model.list);
  return (
    <RegisterModelContext value={model}>
      <Grid
        label={registerTexts.transactionsOf(title)}
        isMultiselectable
        controller={controller}
        source={source}
        columnCount={model.columns.ids.length}
        rowHeight={useLineHeight(model.columns.isNarrow)}
        row={LineView}
        data={data}
        head={<RegisterGridHead controller={controller} sizing={sizing} />}
        overlay={(stretch) => <EditOverlay controller={controller} stretch={stretch} />}
        empty={<div className={styles.empty}>{empty}</div>}
        isAnchored
        onRange={load}
        className={styles.grid}
        style={{ '--columns': model.columns.template } as CSSProperties}
      >
        <GridMenu
          grid={controller}
          kind="row"
          title={() => registerTexts.transactionActions}
          groups={ROW_MENU}
        />
        <SplitPanel controller={controller} />
      </Grid>
    </RegisterModelContext>
  );
}

/** Loads what is in view; while lines fly by, only where they come to rest. */
function useLoading(list: RegisterList): (first: number, last: number) => void {
  const before = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (first: number, last: number) => {
      const show = () => list.show(first - AHEAD_LINES, last + AHEAD_LINES);
      const isFlying = Math.abs(first - before.current) > FLYING_LINES;
      before.current = first;
      clearTimeout(timer.current);
      if (isFlying) timer.current = setTimeout(show, REST_MS);
      else show();
    },
    [list],
  );
}
