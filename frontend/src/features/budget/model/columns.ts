/**
 * The columns of the treegrid: the name column, then three measures per month.
 * A column is named by text so that focus survives when months are added or taken away.
 */
import type { BudgetType, Month } from '@/generated/contract';
import type { Measure } from './cells';
import type { GridRow } from './rows';

/** "name", or "measure|yyyy-MM". */
export type ColumnId = string;

export const NAME_COLUMN: ColumnId = 'name';
/** The measures of a desk; a phone shows two of them at a time. */
export const MEASURES: readonly Measure[] = ['budgeted', 'spent', 'balance'];

export function columnId(measure: Measure, month: Month): ColumnId {
  return `${measure}|${month}`;
}

export interface MeasureColumn {
  measure: Measure;
  month: Month;
}

/** The measure and month of a column, or null for the name column. */
export function measureColumn(column: ColumnId): MeasureColumn | null {
  const bar = column.indexOf('|');
  if (bar < 0) return null;
  return { measure: column.slice(0, bar) as Measure, month: column.slice(bar + 1) };
}

/** Which columns the grid has: phones show fewer measures than desks. */
export interface ColumnShape {
  months: readonly Month[];
  type: BudgetType;
  measures: readonly Measure[];
}

/** 1-based position for `aria-colindex`; the name column is the first. */
export function columnIndex(column: ColumnId, { months, measures }: ColumnShape): number {
  const cell = measureColumn(column);
  if (!cell) return 1;
  return 2 + months.indexOf(cell.month) * measures.length + measures.indexOf(cell.measure);
}

/**
 * The measure a row shows in a column. Income is received and, in report mode, budgeted; without a
 * column of its own, the received amount is in the last one.
 */
export function measureAt(row: GridRow, place: Measure, shape: ColumnShape): Measure | null {
  if (row.kind !== 'group' && row.kind !== 'category') return null;
  if (!row.income) return place;
  if (place === 'budgeted') return shape.type === 'report' ? 'budgeted' : null;
  if (place === 'spent') return 'spent';
  return shape.measures.includes('spent') ? null : 'spent';
}

function measuresOf(row: GridRow, shape: ColumnShape): Measure[] {
  return shape.measures
    .map((place) => measureAt(row, place, shape))
    .filter((measure) => measure !== null);
}

export function columnsOf(row: GridRow, shape: ColumnShape): ColumnId[] {
  const measures = measuresOf(row, shape);
  const numbers = shape.months.flatMap((month) =>
    measures.map((measure) => columnId(measure, month)),
  );
  return [NAME_COLUMN, ...numbers];
}

/**
 * The column that stands for `wanted` in this row: itself when the row has it, otherwise the
 * nearest figure of that month, otherwise the name.
 */
export function resolveColumn(row: GridRow, wanted: ColumnId, shape: ColumnShape): ColumnId {
  const cell = measureColumn(wanted);
  if (!cell) return NAME_COLUMN;
  const measures = measuresOf(row, shape);
  const month = shape.months.includes(cell.month) ? cell.month : shape.months[0];
  const measure = measures.includes(cell.measure) ? cell.measure : measures[0];
  return month && measure ? columnId(measure, month) : NAME_COLUMN;
}

/** Whether the amount in this cell can be typed in. */
export function isEditable(row: GridRow | undefined, column: ColumnId, type: BudgetType): boolean {
  if (row?.kind !== 'category') return false;
  return measureColumn(column)?.measure === 'budgeted' && (!row.income || type === 'report');
}
