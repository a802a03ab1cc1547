import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { memo, useRef } from 'react';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell, useCell } from '@/lib/sheet/useCell';
import { BALANCE_WORDS, balanceState } from '../model/amounts';
import { carryoverCell, categoryCell } from '../model/cells';
import { columnId } from '../model/columns';
import styles from './cells.module.css';
import { Figure } from './Figure';
import { isAt, useGrid } from './gridStore';
import { useFlash } from './useFlash';

interface BalanceCellProps {
  rowId: string;
  month: Month;
  position: number;
  amounts: AmountFormat;
}

/** The balance of a category, with its state as shape and word; a button for its menu. */
export const BalanceCell = memo(function BalanceCell(props: BalanceCellProps) {
  const { rowId, month, position, amounts } = props;
  const column = columnId('balance', month);
  const sheet = monthSheet(month);
  const name = categoryCell('balance', rowId);
  const value = useAmountCell(sheet, name);
  const carryover = useCell(sheet, carryoverCell(rowId)) === true;
  const isFocused = useGrid((state) => isAt(state.focus, rowId, column));
  const isOpen = useGrid(
    (state) => state.menu?.kind === 'balance' && isAt(state.menu, rowId, column),
  );
  const cell = useRef<HTMLDivElement>(null);
  useFlash(cell, sheet, name);
  const state = balanceState(value ?? 0, carryover);
  const words = carryover && !BALANCE_WORDS[state] ? 'rolls over' : BALANCE_WORDS[state];
  const figure = value === undefined ? 'loading' : amounts.format(value);
  return (
    <div
      ref={cell}
      role="gridcell"
      aria-colindex={position}
      data-col={column}
      className={styles.cell}
    >
      <button
        type="button"
        data-cell-button
        data-action="balance"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Balance ${monthTitle(month)} ${figure}${words ? `, ${words}` : ''}`}
        tabIndex={isFocused ? 0 : -1}
        data-state={state}
        className={styles.balance}
      >
        {state === 'overspent' && <TriangleAlert size={13} aria-hidden="true" />}
        {carryover && <CornerDownRight size={13} aria-hidden="true" className={styles.rolls} />}
        <Figure value={value} amounts={amounts} />
      </button>
    </div>
  );
});
