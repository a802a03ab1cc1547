import { memo } from 'react';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { categoryCell, groupCell, type Measure } from '../model/cells';
import { columnId } from '../model/columns';
import type { CellMark } from './budgetStore';
import styles from './cells.module.css';
import { Figure } from './Figure';

export interface NumberCellProps {
  rowId: string;
  kind: 'group' | 'category';
  measure: Measure;
  /** The measure's word in this block: "Spent", or "Received" for income. */
  title: string;
  month: Month;
  /** 1-based, for assistive technology. */
  position: number;
  /** The first figure of its month; a line parts it from the month before. */
  isStart: boolean;
  isEditable: boolean;
  amounts: AmountFormat;
  /** Zeros of months to come are quiet. */
  isFuture: boolean;
  mark: CellMark | null;
}

/** One figure of one row and month. It reads its own cell: a changed value redraws it alone. */
export const NumberCell = memo(function NumberCell(props: NumberCellProps) {
  const { rowId, kind, measure, title, month, position, amounts, isEditable, isFuture, mark } =
    props;
  const column = columnId(measure, month);
  const sheet = monthSheet(month);
  const name = kind === 'group' ? groupCell(measure, rowId) : categoryCell(measure, rowId);
  const value = useAmountCell(sheet, name);
  const figure = value === undefined ? budgetTexts.loadingFigure : amounts.format(value);
  return (
    <div
      role="gridcell"
      aria-colindex={position}
      aria-label={`${title} ${monthTitle(month)} ${figure}`}
      aria-readonly={!isEditable}
      aria-invalid={mark === 'refused' || undefined}
      aria-hidden={mark === 'edited' || undefined}
      tabIndex={mark && mark !== 'edited' ? 0 : -1}
      data-col={column}
      data-cell={cellName(sheet, name)}
      data-editable={isEditable || undefined}
      data-negative={(measure === 'balance' && (value ?? 0) < 0) || undefined}
      className={`${styles.cell} ${props.isStart ? styles.monthStart : ''}`}
    >
      {measure === 'spent' && kind === 'category' ? (
        <a
          href="/accounts"
          tabIndex={-1}
          data-action="show-spent"
          aria-label={budgetTexts.showTransactions(title, monthTitle(month), figure)}
          className={styles.spent}
        >
          <Figure value={value} amounts={amounts} isQuiet={isFuture} />
        </a>
      ) : (
        <Figure value={value} amounts={amounts} isQuiet={isFuture} />
      )}
    </div>
  );
});
