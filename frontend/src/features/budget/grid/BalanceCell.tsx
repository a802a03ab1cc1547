import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { BudgetType, Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { useAmountCell, useCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { cover, transfer } from '../actions/money';
import { rowMenu } from '../actions/openMenus';
import { BALANCE_WORDS, balanceState } from '../model/amounts';
import { carryoverCell, categoryCell } from '../model/cells';
import { columnId } from '../model/columns';
import { GoalDot } from '../templates/GoalDot';
import type { CellMark } from './budgetStore';
import styles from './cells.module.css';
import { Figure } from './Figure';

interface BalanceCellProps {
  rowId: string;
  month: Month;
  position: number;
  amounts: AmountFormat;
  isFuture: boolean;
  mark: CellMark | null;
  type: BudgetType;
  /** Goals are shown where templates are switched on. */
  withGoals: boolean;
  /** A thumb moves money at once; the other actions are in the sheet of the row. */
  isTouch: boolean;
}

/** The balance of a category, with its state as shape and word; a button for its menu. */
export const BalanceCell = memo(function BalanceCell(props: BalanceCellProps) {
  const { rowId, month, position, amounts, isFuture, mark, type, withGoals } = props;
  const column = columnId('balance', month);
  const sheet = monthSheet(month);
  const name = categoryCell('balance', rowId);
  const value = useAmountCell(sheet, name);
  const carryover = useCell(sheet, carryoverCell(rowId)) === true;
  const state = balanceState(value ?? 0, carryover, type);
  const words = carryover && !BALANCE_WORDS[state] ? budgetTexts.rollsOver : BALANCE_WORDS[state];
  const opens = pressOf(props, value);
  const figure = value === undefined ? budgetTexts.loadingFigure : amounts.format(value);
  return (
    <div
      role="gridcell"
      aria-colindex={position}
      data-col={column}
      data-cell={cellName(sheet, name)}
      className={styles.cell}
    >
      {withGoals && <GoalDot sheet={sheet} categoryId={rowId} amounts={amounts} />}
      <button
        type="button"
        data-cell-button
        data-action={opens}
        aria-haspopup={opens === 'balance-menu' ? 'menu' : 'dialog'}
        aria-expanded={mark === 'open'}
        aria-label={[budgetTexts.balanceCell(monthTitle(month), figure), words]
          .filter(Boolean)
          .join(', ')}
        tabIndex={mark ? 0 : -1}
        data-state={state}
        className={styles.balance}
      >
        {state === 'overspent' && <TriangleAlert size="0.8125rem" aria-hidden="true" />}
        {carryover && (
          <CornerDownRight size="0.8125rem" aria-hidden="true" className={styles.rolls} />
        )}
        <Figure value={value} amounts={amounts} isQuiet={isFuture} />
      </button>
    </div>
  );
});

/** The action that a press runs. */
function pressOf({ isTouch, type }: BalanceCellProps, value: number | undefined): string {
  if (!isTouch || type === 'report') return 'balance-menu';
  // An empty envelope has nothing to give: its sheet has the ways to fill it.
  if (value === 0) return rowMenu.id;
  return (value ?? 0) < 0 ? cover.id : transfer.id;
}
