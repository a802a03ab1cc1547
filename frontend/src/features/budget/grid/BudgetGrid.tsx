import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Grid } from '@/components/grid/Grid';
import { FOOT_ACTIONS, GridFoot } from '@/components/grid/GridFoot';
import { GridMenu } from '@/components/grid/GridMenu';
import { arraySource } from '@/components/grid/rowSource';
import { useKeyHelp } from '@/lib/actions/useActions';
import { monthTitle } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { budgetTexts } from '@/texts/budget';
import { AMOUNT_MENU, BALANCE_MENU, BUDGET_ACTIONS, ROW_MENU } from '../actions/budgetActions';
import { ENVELOPE_SHEET } from '../actions/envelopeSheet';
import { LEAVE_AMOUNT } from '../actions/leaveAmount';
import { measureColumn } from '../model/columns';
import { isItem } from '../model/rows';
import { useToday } from '../view';
import type { BudgetAt, BudgetController } from './BudgetController';
import { BudgetHead } from './BudgetHead';
import { EditorOverlay } from './EditorOverlay';
import { GridRowView } from './GridRowView';
import { type GridModel, GridModelContext, rowOf } from './gridModel';
import { ItemNote } from './ItemNote';
import { LeavingRows } from './LeavingRows';
import styles from './rows.module.css';
import { StickyGroup } from './StickyGroup';
import { TotalsRow } from './TotalsRow';
import { useChangeFlash } from './useChangeFlash';
import { usePaste } from './usePaste';
import { useRowHeight } from './useRowHeight';
import { useShowSpent } from './useShowSpent';

interface BudgetGridProps {
  model: GridModel;
  controller: BudgetController;
  /** Buttons beside the title of the names. */
  tools?: ReactNode;
  onSwitchMeasure?: () => void;
}

/** The treegrid "Budget". */
export function BudgetGrid(props: BudgetGridProps) {
  const { model, controller, tools, onSwitchMeasure } = props;
  const rowHeight = useRowHeight(model.isTouch);
  const source = useMemo(() => arraySource(model.rows), [model.rows]);
  const today = useToday();
  const data = useMemo(() => ({ model, today }), [model, today]);
  const budgetId = usePref('id');
  controller.model = model;
  useShowSpent(controller);
  usePaste(controller);
  useKeyHelp('grid', BUDGET_ACTIONS);
  useKeyHelp('grid', LEAVE_AMOUNT);
  useKeyHelp('grid', FOOT_ACTIONS);
  useChangeFlash(controller);
  const columns = model.months.length * model.measures.length;
  return (
    <GridModelContext value={model}>
      <Grid
        label={budgetTexts.budget}
        role="treegrid"
        controller={controller}
        source={source}
        columnCount={columns + 1}
        rowHeight={rowHeight}
        row={GridRowView}
        data={data}
        head={<BudgetHead model={model} tools={tools} onSwitchMeasure={onSwitchMeasure} />}
        foot={
          <GridFoot grid={controller} className={styles.foot}>
            <TotalsRow model={model} />
          </GridFoot>
        }
        overlay={() => (
          <>
            <LeavingRows rowHeight={rowHeight} />
            <StickyGroup rowHeight={rowHeight} />
            <EditorOverlay controller={controller} rowHeight={rowHeight} />
          </>
        )}
        keepAs={`budget:${budgetId}:${model.isTouch}`}
        className={styles.grid}
        bodyClassName={styles.body}
        style={{ '--columns': columns } as CSSProperties}
        isTouch={model.isTouch}
        isNarrow={model.isTouch || model.months.length > 1}
      >
        <GridMenu
          grid={controller}
          kind="row"
          title={(at) => budgetTexts.actionsOf(nameOf(at))}
          sheetTitle={nameOf}
          groups={model.isTouch ? ENVELOPE_SHEET : ROW_MENU}
          isTouch={model.isTouch}
        />
        <GridMenu
          grid={controller}
          kind="balance"
          title={(at) => budgetTexts.balanceOfIn(nameOf(at), monthOf(at))}
          sheetTitle={(at) => `${nameOf(at)}, ${monthOf(at)}`}
          groups={BALANCE_MENU}
          placement="bottom end"
          isTouch={model.isTouch}
        />
        <GridMenu
          grid={controller}
          kind="amount"
          title={(at) => budgetTexts.budgetedOfIn(nameOf(at), monthOf(at))}
          sheetTitle={(at) => `${nameOf(at)}, ${monthOf(at)}`}
          groups={AMOUNT_MENU}
          placement="bottom end"
          isTouch={model.isTouch}
        />
        <ItemNote controller={controller} />
      </Grid>
    </GridModelContext>
  );
}

function nameOf({ grid, rowId }: BudgetAt): string {
  const row = rowOf(grid.model, rowId);
  return isItem(row) ? row.name : '';
}

function monthOf({ column }: BudgetAt): string {
  return monthTitle(measureColumn(column)?.month ?? '');
}
