import type { KeyboardEvent } from 'react';
import type { Month } from '@/generated/contract';
import { pressAction } from '@/lib/actions/actions';
import { monthTitle } from '@/lib/format/dates';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { explainTotal } from '../actions/explain';
import { ExplainButton } from '../explain/ExplainButton';
import { openExplain } from '../explain/openExplain';
import type { Measure } from '../model/cells';
import { columnId } from '../model/columns';
import { useToday } from '../view';
import cellStyles from './cells.module.css';
import { Figure } from './Figure';
import type { GridModel } from './gridModel';
import { ariaRow } from './rowIndex';
import styles from './rows.module.css';

/** What all envelopes come to in a month, by the cells that say so. */
const TOTALS: Record<Measure, { cell: string; title: string }> = {
  budgeted: { cell: 'total-budgeted', title: budgetTexts.totalBudgeted },
  spent: { cell: 'total-spent', title: budgetTexts.totalSpent },
  balance: { cell: 'total-leftover', title: budgetTexts.totalBalance },
};

/** The totals of the envelopes, in view below the rows. */
export function TotalsRow({ model }: { model: GridModel }) {
  const { months, measures, type } = model;
  const today = useToday();
  return (
    <div role="row" aria-rowindex={ariaRow(model.rows.length)} className={styles.totals}>
      <div role="rowheader" aria-colindex={1} className={styles.headName}>
        {budgetTexts.total}
      </div>
      {months.flatMap((month, number) =>
        measures.map((measure, at) => (
          <TotalCell
            key={`${month} ${measure}`}
            measure={measure}
            month={month}
            // Envelopes store what is taken out of the money to budget.
            isNegated={measure === 'budgeted' && type === 'rollover'}
            isFuture={month > today}
            isStart={at === 0}
            position={2 + number * measures.length + at}
            model={model}
          />
        )),
      )}
    </div>
  );
}

interface TotalCellProps {
  measure: Measure;
  month: Month;
  isNegated: boolean;
  isFuture: boolean;
  /** The first figure of its month. */
  isStart: boolean;
  position: number;
  model: GridModel;
}

function TotalCell(props: TotalCellProps) {
  const { measure, month, isNegated, isFuture, isStart, position, model } = props;
  const { amounts } = model;
  const { cell, title } = TOTALS[measure];
  const sheet = monthSheet(month);
  const stored = useAmountCell(sheet, cell);
  const value = isNegated && stored ? -stored : stored;
  const figure = value === undefined ? budgetTexts.loadingFigure : amounts.format(value);
  const name = cellName(sheet, cell);
  const explain = (event: KeyboardEvent) => {
    if (!pressAction([explainTotal], { cell: name, model }, event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="gridcell"
      aria-colindex={position}
      data-cell={name}
      data-negative={(measure === 'balance' && (value ?? 0) < 0) || undefined}
      className={`${cellStyles.cell} ${isStart ? cellStyles.monthStart : ''}`}
    >
      <ExplainButton
        tabIndex={-1}
        data-col={columnId(measure, month)}
        aria-label={`${title} ${monthTitle(month)} ${figure}`}
        onKeyDown={explain}
        onExplain={() => openExplain(name, model)}
      >
        <Figure value={value} amounts={amounts} isQuiet={isFuture} />
      </ExplainButton>
    </div>
  );
}
