import type { CSSProperties } from 'react';
import type { GridRowProps } from '@/components/grid/Grid';
import { useGrid } from '@/components/grid/gridStore';
import type { Month } from '@/generated/contract';
import { columnId, isEditable, measureAt, NAME_COLUMN } from '../model/columns';
import type { CategoryRow, GridRow, GroupRow } from '../model/rows';
import { BalanceCell } from './BalanceCell';
import { markOf, useRowMarks } from './budgetStore';
import cellStyles from './cells.module.css';
import { type GridModel, groupOf } from './gridModel';
import { measureTitle } from './measureTitle';
import { NameCell } from './NameCell';
import { NumberCell } from './NumberCell';
import { PlaceRowView } from './PlaceRowView';
import { ariaRow } from './rowIndex';
import styles from './rows.module.css';

interface RowViewProps extends GridRowProps<GridRow> {
  model: GridModel;
  /** The month of now: what lies ahead is drawn quietly. */
  today: Month;
}

/** One row of the grid. It reads structure only; each cell reads its own amount. */
export function GridRowView({ row, index, style, model, today }: RowViewProps) {
  if (!row) return null;
  if (row.kind === 'group' || row.kind === 'category') {
    return <ItemRowView row={row} index={index} style={style} model={model} today={today} />;
  }
  return <PlaceRowView row={row} index={index} style={style} model={model} />;
}

interface ItemRowProps {
  row: GroupRow | CategoryRow;
  index: number;
  style: CSSProperties;
  model: GridModel;
  today: Month;
}

function ItemRowView({ row, index, style, model, today }: ItemRowProps) {
  const isDragged = useGrid((state) => state.dragging?.rowId === row.id);
  // One look at the marks for all cells: rows come and go by the dozen while scrolling.
  const marks = useRowMarks(row.id);
  const first = model.months[0];
  if (!first) return null;
  return (
    <div
      role="row"
      aria-rowindex={ariaRow(index)}
      aria-level={row.kind === 'group' ? 1 : 2}
      aria-expanded={row.kind === 'group' ? !row.collapsed : undefined}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      data-row-id={row.id}
      data-kind={row.kind}
      data-dragged={isDragged || undefined}
      data-hidden={row.hidden || undefined}
      className={styles.row}
      style={style}
    >
      <NameCell
        row={row}
        hasNote={Boolean(model.notes[row.id])}
        month={first}
        isEmpty={groupOf(model, row.id)?.categories.length === 0}
        isFocused={markOf(marks, NAME_COLUMN) !== null}
      />
      {model.months.map((month, at) => (
        <MonthCells
          key={month}
          row={row}
          marks={marks}
          month={month}
          isFuture={month > today}
          first={2 + at * model.measures.length}
          model={model}
        />
      ))}
    </div>
  );
}

interface MonthCellsProps {
  row: GroupRow | CategoryRow;
  /** What sets cells of the row apart now. */
  marks: string;
  month: Month;
  isFuture: boolean;
  /** Position of the month's first figure, for `aria-colindex`. */
  first: number;
  model: GridModel;
}

/** The figures of a row in one month; places a row has no figure for stay empty. */
function MonthCells({ row, marks, month, isFuture, first, model }: MonthCellsProps) {
  return model.measures.map((place, at) => {
    const measure = measureAt(row, place, model);
    if (!measure) return <EmptyCell key={place} isStart={at === 0} />;
    const mark = markOf(marks, columnId(measure, month));
    const { amounts } = model;
    const common = { rowId: row.id, month, isFuture, position: first + at, amounts, mark };
    if (measure === 'balance' && row.kind === 'category') {
      const { type, withGoals, isTouch } = model;
      const shown = { ...common, type, withGoals, isTouch };
      return <BalanceCell key={place} {...shown} />;
    }
    return (
      <NumberCell
        key={place}
        {...common}
        kind={row.kind}
        measure={measure}
        title={measureTitle(measure, row.income)}
        isStart={at === 0}
        isEditable={isEditable(row, columnId(measure, month), model.type)}
      />
    );
  });
}

function EmptyCell({ isStart }: { isStart: boolean }) {
  return (
    <div role="gridcell" className={`${cellStyles.cell} ${isStart ? cellStyles.monthStart : ''}`} />
  );
}
