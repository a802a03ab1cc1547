/** Where the keyboard goes from an amount that was just typed. */
import type { Place } from '@/components/grid/gridStore';
import { type ColumnShape, isEditable, measureColumn } from './columns';
import type { GridRow } from './rows';

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface GridShape extends ColumnShape {
  rows: readonly GridRow[];
}

/** Where Enter, Shift+Enter, Tab and Shift+Tab go from an amount that was just committed. */
export type Advance = 'down' | 'up' | 'next' | 'previous';

/**
 * The next Budgeted cell. Down and up stay in the column; next and previous go on into the
 * neighbouring month. Null at the end: the focus then stays where it is.
 */
export function nextBudgeted(at: Place, advance: Advance, shape: GridShape): Place | null {
  const month = measureColumn(at.column)?.month;
  if (!month) return null;
  const step = advance === 'down' || advance === 'next' ? 1 : -1;
  const editable = shape.rows.filter((row) => isEditable(row, at.column, shape.type));
  const from = editable.findIndex((row) => row.id === at.rowId);
  const beside = editable[from + step];
  if (from >= 0 && beside) return { rowId: beside.id, column: at.column };
  if (advance === 'down' || advance === 'up') return null;
  const neighbour = shape.months[shape.months.indexOf(month) + step];
  const entry = step === 1 ? editable[0] : editable.at(-1);
  if (!neighbour || !entry) return null;
  return { rowId: entry.id, column: `budgeted|${neighbour}` };
}
