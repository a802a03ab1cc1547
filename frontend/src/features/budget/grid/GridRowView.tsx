import { Plus } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { RowComponentProps } from 'react-window';
import type { Month } from '@/generated/contract';
import type { Measure } from '../model/cells';
import {
  columnId,
  columnIndex,
  isEditable,
  MEASURES,
  measuresOf,
  NAME_COLUMN,
} from '../model/columns';
import type { CategoryRow, GridRow, GroupRow } from '../model/rows';
import { BalanceCell } from './BalanceCell';
import cellStyles from './cells.module.css';
import type { GridModel } from './gridModel';
import { isAt, useGrid } from './gridStore';
import { NameCell } from './NameCell';
import { NumberCell } from './NumberCell';
import styles from './rows.module.css';

export interface GridRowProps {
  model: GridModel;
}

/** One row of the grid. It reads structure only; each cell reads its own amount. */
export function GridRowView({ index, style, model }: RowComponentProps<GridRowProps>) {
  const row = model.rows[index];
  if (!row) return null;
  if (row.kind === 'group' || row.kind === 'category') {
    return <ItemRowView row={row} index={index} style={style} model={model} />;
  }
  return <PlaceRowView row={row} index={index} style={style} model={model} />;
}

interface ItemRowProps {
  row: GroupRow | CategoryRow;
  index: number;
  style: CSSProperties;
  model: GridModel;
}

function ItemRowView({ row, index, style, model }: ItemRowProps) {
  const isDragged = useGrid((state) => state.dragging?.rowId === row.id);
  const first = model.months[0];
  if (!first) return null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
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
      <NameCell row={row} hasNote={Boolean(model.notes[row.id])} month={first} />
      {model.months.map((month) => (
        <MonthCells key={month} row={row} month={month} model={model} />
      ))}
    </div>
  );
}

interface MonthCellsProps {
  row: GroupRow | CategoryRow;
  month: Month;
  model: GridModel;
}

/** The three figures of a row in one month; places a row has no figure for stay empty. */
export function MonthCells({ row, month, model }: MonthCellsProps) {
  const present = measuresOf(row, model.type);
  return MEASURES.map((measure) => {
    const column = columnId(measure, month);
    const position = columnIndex(column, model.months);
    if (!present.includes(measure)) return <EmptyCell key={measure} measure={measure} />;
    if (measure === 'balance' && row.kind === 'category') {
      return (
        <BalanceCell
          key={measure}
          rowId={row.id}
          month={month}
          position={position}
          amounts={model.amounts}
        />
      );
    }
    return (
      <NumberCell
        key={measure}
        rowId={row.id}
        kind={row.kind}
        measure={measure}
        title={measureTitle(measure, row.income)}
        month={month}
        position={position}
        editable={isEditable(row, column, model.type)}
        amounts={model.amounts}
      />
    );
  });
}

const TITLES: Record<Measure, string> = {
  budgeted: 'Budgeted',
  spent: 'Spent',
  balance: 'Balance',
};

export function measureTitle(measure: Measure, income: boolean): string {
  return income && measure === 'spent' ? 'Received' : TITLES[measure];
}

function EmptyCell({ measure }: { measure: Measure }) {
  const start = measure === 'budgeted' ? cellStyles.monthStart : '';
  return <div role="gridcell" className={`${cellStyles.cell} ${start}`} />;
}

interface PlaceRowProps {
  row: GridRow;
  index: number;
  style: CSSProperties;
  model: GridModel;
}

function PlaceRowView({ row, index, style, model }: PlaceRowProps) {
  const isFocused = useGrid((state) => isAt(state.focus, row.id, NAME_COLUMN));
  const common = { role: 'row', 'aria-rowindex': index + 2, style, 'data-kind': row.kind };
  if (row.kind === 'add-group') {
    return (
      <div {...common} data-row-id={row.id} className={styles.row}>
        <div role="gridcell" data-col={NAME_COLUMN} className={styles.wide}>
          <button
            type="button"
            data-cell-button
            data-action="add-group"
            tabIndex={isFocused ? 0 : -1}
            className={styles.add}
          >
            <Plus size={15} aria-hidden="true" />
            Add Group
          </button>
        </div>
      </div>
    );
  }
  if (row.kind === 'income-header') {
    return (
      <div {...common} className={`${styles.row} ${styles.header}`}>
        <IncomeHeader model={model} />
      </div>
    );
  }
  return (
    <div {...common} aria-hidden="true" className={styles.row}>
      <div className={styles.wide} />
    </div>
  );
}

function IncomeHeader({ model }: { model: GridModel }) {
  return (
    <>
      <div role="rowheader" className={styles.headName}>
        Income
      </div>
      {model.months.flatMap((month) =>
        MEASURES.map((measure) => {
          const isShown =
            measure === 'spent' || (measure === 'budgeted' && model.type === 'report');
          return (
            <div
              key={`${month} ${measure}`}
              role="gridcell"
              className={`${styles.headCell} ${measure === 'budgeted' ? cellStyles.monthStart : ''}`}
            >
              {isShown && measureTitle(measure, true)}
            </div>
          );
        }),
      )}
    </>
  );
}
