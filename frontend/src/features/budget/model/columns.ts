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

/** 1-based position for `aria-colindex`. */
export function columnIndex(column: ColumnId, months: readonly Month[]): number {
  const cell = measureColumn(column);
  if (!cell) return 1;
  return 2 + months.indexOf(cell.month) * MEASURES.length + MEASURES.indexOf(cell.measure);
}

/** The measures a row has: income is only received in rollover mode (spec/2 section 2). */
export function measuresOf(row: GridRow, type: BudgetType): readonly Measure[] {
  if (row.kind !== 'group' && row.kind !== 'category') return [];
  if (!row.income) return MEASURES;
  return type === 'report' ? ['budgeted', 'spent'] : ['spent'];
}

export function columnsOf(row: GridRow, months: readonly Month[], type: BudgetType): ColumnId[] {
  const measures = measuresOf(row, type);
  const numbers = months.flatMap((month) => measures.map((measure) => columnId(measure, month)));
  return [NAME_COLUMN, ...numbers];
}

/**
 * The column that stands for `wanted` in this row: itself when the row has it, otherwise
 * the received column of that month, otherwise the name.
 */
export function resolveColumn(
  row: GridRow,
  wanted: ColumnId,
  months: readonly Month[],
  type: BudgetType,
): ColumnId {
  const cell = measureColumn(wanted);
  if (!cell) return NAME_COLUMN;
  const measures = measuresOf(row, type);
  const month = months.includes(cell.month) ? cell.month : months[0];
  if (!month || measures.length === 0) return NAME_COLUMN;
  if (measures.includes(cell.measure)) return columnId(cell.measure, month);
  return columnId('spent', month);
}

/** Whether the amount in this cell can be typed in. */
export function isEditable(row: GridRow | undefined, column: ColumnId, type: BudgetType): boolean {
  if (row?.kind !== 'category') return false;
  return measureColumn(column)?.measure === 'budgeted' && (!row.income || type === 'report');
}
